package dev.velox.runtime.eval;

import dev.velox.api.BitReport;
import dev.velox.api.CacheSpec;
import dev.velox.runtime.Stopwatch;
import dev.velox.runtime.TokenRunner;
import java.util.ArrayList;
import java.util.List;

/** One cache under evaluation, with its sums so far. */
final class Contender implements AutoCloseable {
  final TokenRunner runner;
  final Stopwatch watch = new Stopwatch();
  private final CacheSpec asked;
  private final CacheSpec effective;
  private final List<Double> windowKl = new ArrayList<>();
  private BitReport bits;
  private double residentBits;
  private long residentBytes;
  private long f16Bytes;
  private long tokens;
  private double nll;
  private double kl;
  private long positionsInWindow;
  private double klSum;
  private long positions;
  private long agreed;

  Contender(TokenRunner runner, CacheSpec asked) {
    this.runner = runner;
    this.asked = asked;
    effective = runner.cache().effective();
    bits = runner.cache().bits();
  }

  /** Adds one scored position. */
  void add(double positionNll, double positionKl, boolean agrees) {
    nll += positionNll;
    kl += positionKl;
    positionsInWindow++;
    agreed += agrees ? 1 : 0;
  }

  /** Ends a window: takes the cache's figures and begins again with an empty one. */
  void endWindow() {
    runner.rest();
    tokens += runner.cache().length();
    bits = runner.cache().bits();
    residentBits += bits.residentBits();
    residentBytes += runner.cache().bytes().resident();
    f16Bytes += runner.cache().shape().f16Bytes(runner.cache().length());
    windowKl.add(kl / positionsInWindow);
    klSum += kl;
    positions += positionsInWindow;
    kl = 0;
    positionsInWindow = 0;
    runner.restart();
  }

  double meanNll() {
    return nll / positions;
  }

  long positions() {
    return positions;
  }

  long tokens() {
    return tokens;
  }

  EvalRow row(double exactNll) {
    int windows = windowKl.size();
    return new EvalRow(
        asked,
        effective,
        StrictMath.exp(meanNll()),
        meanNll() - exactNll,
        klSum / positions,
        standardError(),
        (double) agreed / positions,
        bits.keyCodedBits(),
        bits.valueCodedBits(),
        bits.codedBits(),
        residentBits / windows,
        residentBytes / windows,
        f16Bytes / windows,
        watch.rate(tokens));
  }

  private double standardError() {
    int n = windowKl.size();
    if (n < 2) {
      return 0;
    }
    double mean = windowKl.stream().mapToDouble(Double::doubleValue).sum() / n;
    double squares = windowKl.stream().mapToDouble(k -> (k - mean) * (k - mean)).sum();
    return Math.sqrt(squares / (n - 1) / n);
  }

  @Override
  public void close() {
    runner.close();
  }
}
