package dev.velox.api;

/**
 * Bits a number, two figures that are never mixed: coded bits choose a method, resident bits report
 * a cache.
 *
 * @param keyCodedBits bits a key element as the sequence grows without end
 * @param valueCodedBits bits a value element as the sequence grows without end
 * @param codedBits the mean of the two
 * @param residentBits 8 x resident bytes / stored elements now; 0 for an empty cache
 */
public record BitReport(
    double keyCodedBits, double valueCodedBits, double codedBits, double residentBits) {}
