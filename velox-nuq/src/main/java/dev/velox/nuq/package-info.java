/**
 * {@code kvquant}: non-uniform levels where the data are, and outliers stored apart.
 *
 * <p>Hooper et al., KVQuant: Towards 10 Million Context Length LLM Inference with KV Cache
 * Quantization (NeurIPS 2024, arXiv:2401.18079).
 */
@org.jspecify.annotations.NullMarked
package dev.velox.nuq;
