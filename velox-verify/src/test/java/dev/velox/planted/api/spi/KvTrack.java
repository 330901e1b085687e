package dev.velox.planted.api.spi;

/** Stands for the track of the SPI. */
public interface KvTrack {}
