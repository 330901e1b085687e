/** Snapshots of every installed method: golden files, damage bit by bit, saves that are killed. */
@NullMarked
package dev.velox.verify.snapshot;

import org.jspecify.annotations.NullMarked;
