package dev.velox.planted.nuq;

import dev.velox.planted.api.spi.Quantizer;

/** A quantizer that inherits numbers outside the ledger. */
public final class QuantizerWithAnInheritedArray extends WithAnArray implements Quantizer {}
