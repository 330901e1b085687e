package dev.velox.runtime.eval;

import dev.velox.api.CacheSpec;

/**
 * What one cache costs and keeps, over all windows.
 *
 * @param asked the cache as it was asked for
 * @param effective the settings in force
 * @param perplexity {@code exp} of the mean negative log-likelihood, nats a token
 * @param deltaNll its negative log-likelihood minus that of the exact cache, nats a token
 * @param kl mean divergence KL(exact || cache), nats
 * @param klError standard error of {@code kl} over windows; 0 for a single window
 * @param top1 share of positions whose likeliest token is that of the exact cache
 * @param keyCodedBits coded bits a key element
 * @param valueCodedBits coded bits a value element
 * @param codedBits coded bits an element, keys and values
 * @param residentBits resident bits an element at the end of a window, mean over windows
 * @param residentBytes resident bytes at the end of a window, mean over windows
 * @param f16Bytes bytes the same rows take as binary16, mean over windows
 * @param tokensPerSecond tokens a second through model and cache, logits included
 */
public record EvalRow(
    CacheSpec asked,
    CacheSpec effective,
    double perplexity,
    double deltaNll,
    double kl,
    double klError,
    double top1,
    double keyCodedBits,
    double valueCodedBits,
    double codedBits,
    double residentBits,
    long residentBytes,
    long f16Bytes,
    double tokensPerSecond) {}
