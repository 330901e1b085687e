/**
 * Skeletons of tracks: what a method that keeps rows in sealed blocks shares with every other, and
 * the table of rotary angles.
 */
@NullMarked
package dev.velox.kernels.track;

import org.jspecify.annotations.NullMarked;
