package dev.velox.api.spi;

/** A method that codes one head vector at a time, and can therefore serve as the base of others. */
public interface RowMethod extends KvMethod {

  /**
   * The quantizer of one track.
   *
   * @param context role, shape and options; its memory is not used
   * @return the quantizer
   */
  Quantizer quantizer(TrackContext context);
}
