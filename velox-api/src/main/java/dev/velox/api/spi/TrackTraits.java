package dev.velox.api.spi;

import dev.velox.api.ExactType;

/**
 * What the host must know about a method before rows reach it.
 *
 * @param coded whether rows lose anything; coded tracks are centred by default, exact ones are not
 * @param exactRows the type its exact rows need at least: F32 only for a method that keeps more
 *     than binary16 holds
 * @param fitRows rows the first append must bring, because frozen tables come from them; 0 for
 *     none. The host rounds up to whole blocks
 * @param fitsOnFirstAppend whether the first append is all rows that are ready (at least {@code
 *     fitRows}) and not exactly {@code fitRows}: tables then depend on the size of the first call
 * @param sinks leading rows of a sequence the method would rather see exact
 * @param window newest rows the method would rather see exact
 * @param scratchFloats floats of {@link TrackScratch} for {@link KvTrack#MAX_QUERIES} queries
 * @param scratchBytes bytes of {@link TrackScratch} for {@link KvTrack#MAX_QUERIES} queries
 * @param scratchTables bytes of {@link TrackScratch#tables} for {@link KvTrack#MAX_QUERIES} queries
 */
public record TrackTraits(
    boolean coded,
    ExactType exactRows,
    int fitRows,
    boolean fitsOnFirstAppend,
    int sinks,
    int window,
    int scratchFloats,
    int scratchBytes,
    int scratchTables) {

  /**
   * Traits without look-up tables.
   *
   * @param coded whether rows lose anything
   * @param exactRows the type its exact rows need at least
   * @param fitRows rows the first append must bring
   * @param fitsOnFirstAppend whether the first append is all rows that are ready
   * @param sinks leading rows it would rather see exact
   * @param window newest rows it would rather see exact
   * @param scratchFloats floats of scratch
   * @param scratchBytes bytes of scratch
   */
  public TrackTraits(
      boolean coded,
      ExactType exactRows,
      int fitRows,
      boolean fitsOnFirstAppend,
      int sinks,
      int window,
      int scratchFloats,
      int scratchBytes) {
    this(
        coded,
        exactRows,
        fitRows,
        fitsOnFirstAppend,
        sinks,
        window,
        scratchFloats,
        scratchBytes,
        0);
  }

  /**
   * A coded track without fit or exact rows.
   *
   * @param scratchFloats floats of scratch
   * @return the traits
   */
  public static TrackTraits coded(int scratchFloats) {
    return new TrackTraits(true, ExactType.F16, 0, false, 0, 0, scratchFloats, 0);
  }

  /**
   * These traits with exact rows suggested.
   *
   * @param sinks leading rows
   * @param window newest rows
   * @return the traits
   */
  public TrackTraits withExactRows(int sinks, int window) {
    return new TrackTraits(
        coded,
        exactRows,
        fitRows,
        fitsOnFirstAppend,
        sinks,
        window,
        scratchFloats,
        scratchBytes,
        scratchTables);
  }

  /**
   * These traits with tables fitted on exactly the first rows.
   *
   * @param rows how many
   * @return the traits
   */
  public TrackTraits withFitRows(int rows) {
    return new TrackTraits(
        coded, exactRows, rows, false, sinks, window, scratchFloats, scratchBytes, scratchTables);
  }

  /**
   * These traits with look-up tables.
   *
   * @param bytes of scratch for them
   * @return the traits
   */
  public TrackTraits withTables(int bytes) {
    return new TrackTraits(
        coded,
        exactRows,
        fitRows,
        fitsOnFirstAppend,
        sinks,
        window,
        scratchFloats,
        scratchBytes,
        bytes);
  }
}
