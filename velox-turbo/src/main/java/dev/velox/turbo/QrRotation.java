package dev.velox.turbo;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ojalgo.matrix.decomposition.LU;
import org.ojalgo.matrix.decomposition.QR;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;

/**
 * A rotation by a stored matrix: the Q of a Gaussian matrix, columns multiplied by the signs of R's
 * diagonal so that it is uniform over the orthogonal group (Mezzadri 2007), the first column
 * flipped where the determinant is minus one.
 */
final class QrRotation implements Rotation {
  private final int dim;
  private final FrozenRandom.Source source;

  /**
   * A rotation whose matrix is drawn when a track is begun.
   *
   * @param dim rows and columns
   * @param source where the numbers come from, the same at every call
   */
  QrRotation(int dim, FrozenRandom.Source source) {
    this.dim = dim;
    this.source = source;
  }

  @Override
  public long tableBytes() {
    return StoredMatrix.bytes(dim);
  }

  @Override
  public void fill(MemorySegment table) {
    FrozenRandom random = source.open();
    R064Store gaussian = R064Store.FACTORY.make(dim, dim);
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < dim; j++) {
        gaussian.set(i, j, random.nextGaussian());
      }
    }
    QR<Double> qr = QR.R064.make(gaussian);
    qr.decompose(gaussian);
    MatrixStore<Double> q = qr.getQ();
    MatrixStore<Double> r = qr.getR();
    LU<Double> lu = LU.R064.make(q);
    lu.decompose(q);
    double determinant = lu.getDeterminant();
    for (int j = 0; j < dim; j++) {
      determinant *= r.doubleValue(j, j) < 0 ? -1 : 1;
    }
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < dim; j++) {
        double sign = r.doubleValue(j, j) < 0 ? -1 : 1;
        double turn = j == 0 && determinant < 0 ? -1 : 1;
        StoredMatrix.set(table, dim, i, j, sign * turn * q.doubleValue(i, j));
      }
    }
  }

  @Override
  public int workFloats(int rows) {
    return rows * dim + StoredMatrix.workFloats(dim);
  }

  @Override
  public void forward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo) {
    int row = wo + count * dim;
    StoredMatrix.multiply(table, dim, rows, ro, stride, count, work, wo, dim, work, row);
    copyBack(rows, ro, stride, count, work, wo);
  }

  @Override
  public void backward(
      MemorySegment table, float[] rows, int ro, int stride, int count, float[] work, int wo) {
    int row = wo + count * dim;
    Arrays.fill(work, wo, row, 0f);
    StoredMatrix.addTransposed(table, dim, rows, ro, stride, count, work, wo, dim, work, row);
    copyBack(rows, ro, stride, count, work, wo);
  }

  private void copyBack(float[] rows, int ro, int stride, int count, float[] work, int wo) {
    for (int t = 0; t < count; t++) {
      System.arraycopy(work, wo + t * dim, rows, ro + t * stride, dim);
    }
  }
}
