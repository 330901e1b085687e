package dev.velox.api.spi;

import dev.velox.api.AttentionSpec;
import dev.velox.api.KvShape;
import dev.velox.api.Methods;
import dev.velox.api.Precision;
import dev.velox.api.Role;

/**
 * What a track is opened with.
 *
 * @param role keys or values
 * @param shape the cache's shape
 * @param layer which layer
 * @param config the method's options in this role
 * @param memory where its bytes come from
 * @param attention what the model does in this layer
 * @param precision arithmetic of attention
 * @param methods the methods installed, for those that build on another
 */
public record TrackContext(
    Role role,
    KvShape shape,
    int layer,
    Config config,
    KvMemory memory,
    AttentionSpec attention,
    Precision precision,
    Methods methods) {}
