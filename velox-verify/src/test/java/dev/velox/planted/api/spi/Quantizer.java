package dev.velox.planted.api.spi;

/** Stands for the quantizer of the SPI. */
public interface Quantizer {}
