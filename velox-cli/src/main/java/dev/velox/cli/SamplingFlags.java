package dev.velox.cli;

import dev.velox.runtime.sampling.SamplingOptions;
import picocli.CommandLine.Option;

/** The options that say how the next token is chosen. */
final class SamplingFlags {
  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "0",
      description =
          "0 takes the likeliest token, 1 draws from the model's own distribution. Default:"
              + " ${DEFAULT-VALUE}.")
  private double temperature;

  @Option(
      names = "--top-k",
      paramLabel = "K",
      defaultValue = "0",
      description = "Draw among the K likeliest tokens; 0 for all.")
  private int topK;

  @Option(
      names = "--top-p",
      paramLabel = "P",
      defaultValue = "1",
      description = "Draw among the likeliest tokens that together reach P; 1 for all.")
  private double topP;

  @Option(
      names = "--repetition-penalty",
      paramLabel = "R",
      defaultValue = "1.3",
      description =
          "Above 1 makes tokens that already occurred less likely; 1 for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private double repetitionPenalty;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description =
          "Seed of the draws at a temperature above 0: the same seed gives the same text.")
  private long seed;

  SamplingOptions options() {
    return new SamplingOptions(temperature, topK, topP, repetitionPenalty, seed);
  }
}
