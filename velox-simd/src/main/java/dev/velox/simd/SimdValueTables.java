package dev.velox.simd;

import dev.velox.kernels.ValueTableKernels;
import java.lang.foreign.MemorySegment;

/** Table sums, 64 channels a look-up; each driver in a class of its own, for the compiler. */
final class SimdValueTables implements ValueTableKernels {

  @Override
  public void nibbles(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueNibbles.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void nibblesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueNibblesWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void triples(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueTriples.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void triplesWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueTriplesWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbs(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueCrumbs.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbsWide(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      int bo,
      float[] weights,
      int wo,
      int work,
      float max,
      float unit,
      float[] sums,
      int so) {
    ValueCrumbsWide.add(codes, at, groups, book, bo, weights, wo, work, max, unit, sums, so);
  }

  @Override
  public void crumbHalves(
      MemorySegment codes,
      long at,
      int groups,
      float[] book,
      float[] weights,
      int first,
      int second,
      int work,
      float firstMax,
      float secondMax,
      float unit,
      float[] sums,
      int so) {
    ValueCrumbsHalves.add(
        codes,
        at,
        64L * groups,
        book,
        weights,
        first,
        second,
        work,
        firstMax,
        secondMax,
        unit,
        sums,
        so);
  }
}
