package dev.velox.cache;

import dev.velox.api.ByteRole;
import dev.velox.api.ExactType;
import dev.velox.api.KvShape;
import dev.velox.api.spi.KvMemory;
import dev.velox.kernels.Kernels;
import dev.velox.kernels.RowKernels;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Rows of one role kept exact, in order, in pages of {@code [kvHead][row][channel]}. */
final class ExactRows {
  /** Rows of a page where the caller has no better size. */
  static final int PAGE = 16;

  private static final RowKernels ROWS = Kernels.active().rows();

  private final ExactType type;
  private final int heads;
  private final int dim;
  private final int pageRows;
  private final KvMemory memory;
  private final List<MemorySegment> pages = new ArrayList<>();

  ExactRows(ExactType type, KvShape shape, int pageRows, KvMemory memory) {
    this.type = type;
    this.heads = shape.kvHeads();
    this.dim = shape.headDim();
    this.pageRows = pageRows;
    this.memory = memory;
  }

  static long pageBytes(ExactType type, KvShape shape, int pageRows) {
    return (long) shape.rowFloats() * pageRows * type.bytes();
  }

  /** Bytes of {@code rows} rows, whole pages. */
  static long bytes(ExactType type, KvShape shape, int pageRows, int rows) {
    return (long) pages(rows, pageRows) * pageBytes(type, shape, pageRows);
  }

  private static int pages(int rows, int pageRows) {
    return pageRows == 0 ? 0 : (rows + pageRows - 1) / pageRows;
  }

  long bytes() {
    return pages.size() * ((long) heads * dim * pageRows * type.bytes());
  }

  /**
   * Writes one token's row of all heads; row {@code row - 1} was written before. Returns how many
   * numbers were clamped.
   */
  int store(int row, float[] source, int offset) {
    if (row / pageRows == pages.size()) {
      pages.add(memory.allocate(ByteRole.EXACT, (long) heads * dim * pageRows * type.bytes()));
    }
    MemorySegment page = pages.get(row / pageRows);
    int clamped = 0;
    for (int h = 0; h < heads; h++) {
      long at = at(h, row % pageRows);
      if (type == ExactType.F16) {
        clamped += ROWS.storeF16(source, offset + h * dim, page, at, dim);
      } else {
        ROWS.storeF32(source, offset + h * dim, page, at, dim);
      }
    }
    return clamped;
  }

  /** Reads rows of one head as {@code [to - from][channel]}. */
  void load(int kvHead, int from, int to, float[] rows, int offset) {
    for (int r = from; r < to; ) {
      int end = Math.min(to, (r / pageRows + 1) * pageRows);
      MemorySegment page = pages.get(r / pageRows);
      long at = at(kvHead, r % pageRows);
      if (type == ExactType.F16) {
        ROWS.loadF16(page, at, rows, offset + (r - from) * dim, (end - r) * dim);
      } else {
        ROWS.loadF32(page, at, rows, offset + (r - from) * dim, (end - r) * dim);
      }
      r = end;
    }
  }

  /** {@code scores[offset + j * stride + (r - from)] = q_j . row_r}. */
  void score(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] q,
      int qOffset,
      float[] scores,
      int offset,
      int stride) {
    for (int r = from; r < to; ) {
      int end = Math.min(to, (r / pageRows + 1) * pageRows);
      MemorySegment page = pages.get(r / pageRows);
      long at = at(kvHead, r % pageRows);
      int so = offset + r - from;
      if (type == ExactType.F16) {
        ROWS.scoreRowsF16(page, at, end - r, dim, q, qOffset, queries, dim, scores, so, stride);
      } else {
        ROWS.scoreRowsF32(page, at, end - r, dim, q, qOffset, queries, dim, scores, so, stride);
      }
      r = end;
    }
  }

  /** {@code out_j += sum over rows of weights[offset + j * stride + (r - from)] * row_r}. */
  void accumulate(
      int kvHead,
      int from,
      int to,
      int queries,
      float[] weights,
      int offset,
      int stride,
      float[] out,
      int outOffset) {
    for (int r = from; r < to; ) {
      int end = Math.min(to, (r / pageRows + 1) * pageRows);
      MemorySegment page = pages.get(r / pageRows);
      long at = at(kvHead, r % pageRows);
      int wo = offset + r - from;
      if (type == ExactType.F16) {
        ROWS.accumulateRowsF16(
            page, at, end - r, dim, weights, wo, queries, stride, out, outOffset, dim);
      } else {
        ROWS.accumulateRowsF32(
            page, at, end - r, dim, weights, wo, queries, stride, out, outOffset, dim);
      }
      r = end;
    }
  }

  private long at(int kvHead, int row) {
    return ((long) kvHead * pageRows + row) * dim * type.bytes();
  }

  /** Keeps the first {@code rows} rows. */
  void truncate(int rows) {
    for (int keep = pages(rows, pageRows); pages.size() > keep; ) {
      memory.release(pages.removeLast());
    }
  }

  /** Drops the first {@code rows} rows, whole pages; row numbers shift down. */
  void dropFirst(int rows) {
    for (int drop = rows / pageRows; drop > 0; drop--) {
      memory.release(pages.removeFirst());
    }
  }

  /** Takes over pages of rows that were held before. */
  void adopt(List<MemorySegment> held) {
    pages.addAll(held);
  }

  /** Copies of pages. */
  static List<MemorySegment> copies(List<MemorySegment> pages, KvMemory into) {
    List<MemorySegment> copies = new ArrayList<>();
    for (MemorySegment page : pages) {
      MemorySegment copy = into.allocate(ByteRole.EXACT, page.byteSize());
      MemorySegment.copy(page, 0, copy, 0, page.byteSize());
      copies.add(copy);
    }
    return copies;
  }

  List<MemorySegment> segments() {
    return pages;
  }
}
