/** The methods that every other is measured against: f32, f16, uniform and kivi. */
@org.jspecify.annotations.NullMarked
package dev.velox.baselines;
