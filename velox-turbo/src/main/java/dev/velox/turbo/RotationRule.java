package dev.velox.turbo;

/** How the rotation is made. */
enum RotationRule {
  /** Hadamard where the head dim allows it, QR otherwise. */
  AUTO,
  /** Randomised Hadamard; in blocks and two rounds where the dim is no power of two. */
  HADAMARD,
  /** The Q of a Gaussian matrix, stored. */
  QR;

  /** Smallest block of a Hadamard in blocks. */
  static final int LEAST_BLOCK = 8;

  /** Greatest dim of a stored matrix. */
  static final int MOST_STORED = 1024;

  /** Whether a Hadamard, in one block or several, exists for a dim. */
  static boolean hasHadamard(int dim) {
    return Integer.bitCount(dim) == 1 || dim % LEAST_BLOCK == 0;
  }
}
