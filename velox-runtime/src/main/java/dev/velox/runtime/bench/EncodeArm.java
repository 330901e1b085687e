package dev.velox.runtime.bench;

import dev.velox.api.CacheSpec;
import dev.velox.api.Role;
import dev.velox.cache.KvCaches;

/**
 * Encoding into a track: whole blocks after the tables are fitted, or the first append that fits
 * them.
 */
final class EncodeArm extends Arm {
  private static final int HEADS = 8;
  private static final int ROWS = 256;
  private static final int FIT_HEADS = 2;
  private static final int FIT_ROWS = 4096;

  private final boolean fit;
  private final int dim;
  private final int rows;
  private final int start;
  private final TrackRig rig;
  private final float[] source;
  private final float[] work;
  private boolean encoded;

  EncodeArm(
      KvCaches caches,
      BenchOptions options,
      CacheSpec spec,
      BenchData data,
      Role role,
      boolean fit) {
    this.fit = fit;
    dim = options.headDim();
    rows = fit ? FIT_ROWS : ROWS;
    int heads = fit ? FIT_HEADS : HEADS;
    rig = new TrackRig(caches, options, data, spec, role, heads, 2 * FIT_ROWS);
    source = new Normals(options.seed()).array(heads * rows * dim);
    work = new float[source.length];
    start = fit ? 0 : rig.firstRows();
    boolean done = false;
    try {
      if (!fit) {
        first();
      }
      done = true;
    } finally {
      if (!done) {
        rig.close();
      }
    }
  }

  /** The first append, of normal numbers too. */
  private void first() {
    float[] rowsOfHead = new Normals(1).array(start * dim);
    float[] copy = new float[rowsOfHead.length];
    rig.track.begin(0, start);
    for (int h = 0; h < rig.heads; h++) {
      System.arraycopy(rowsOfHead, 0, copy, 0, copy.length);
      rig.track.encode(h, copy, 0);
    }
  }

  @Override
  int units() {
    return 1;
  }

  @Override
  void prepare() {
    System.arraycopy(source, 0, work, 0, work.length);
    if (encoded && fit) {
      rig.track.clear();
    } else if (encoded) {
      rig.track.trim(start);
    }
    encoded = false;
  }

  @Override
  void run(int from, int to) {
    encoded = true;
    rig.track.begin(start, rows);
    for (int h = 0; h < rig.heads; h++) {
      rig.track.encode(h, work, h * rows * dim);
    }
  }

  @Override
  double items() {
    return fit ? (double) rig.heads * dim : rows();
  }

  @Override
  double bytes() {
    return 4.0 * source.length;
  }

  @Override
  double rows() {
    return (double) rig.heads * rows;
  }

  @Override
  int heads() {
    return rig.heads;
  }

  @Override
  CacheSpec effective() {
    return rig.effective;
  }

  @Override
  public void close() {
    rig.close();
  }
}
