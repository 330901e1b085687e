package dev.velox.kernels.track;

import dev.velox.api.spi.TrackContext;
import dev.velox.api.spi.TrackScratch;
import dev.velox.api.spi.TrackState;
import dev.velox.kernels.layout.GroupTables;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** What a method adds to a track of groups of channels: how it stores and arranges them. */
abstract class GroupHooks extends BlockTrack {

  GroupHooks(TrackContext context, BlockLayout layout, @Nullable TrackState state) {
    super(context, layout, state);
  }

  /**
   * The codes of a block.
   *
   * @param block the block
   * @return their memory
   */
  protected abstract MemorySegment codes(Block block);

  /**
   * Where the codes of a head begin.
   *
   * @param block the block
   * @param kvHead which head
   * @return the byte
   */
  protected abstract long codesAt(Block block, int kvHead);

  /**
   * Bytes from the codes of a block to those of the next one of the same run.
   *
   * @return bytes
   */
  protected abstract long stride();

  /**
   * Loads the steps of a whole block, and what the anchor of {@link GroupTables} stands for; asked
   * only where there are tables.
   *
   * @param first the first of blocks that lie one after the other
   * @param behind blocks from there to the one to load
   * @param kvHead which head
   * @param f receives {@code [groups][64]} steps, then as many zero points
   * @param to the first step
   */
  protected abstract void loadBlock(Block first, int behind, int kvHead, float[] f, int to);

  /**
   * Unpacks the codes of tokens into the strip, as floats.
   *
   * @param block the block
   * @param kvHead which head
   * @param token first token within the block
   * @param count at most {@link GroupStrip#tokens}
   * @param scratch receives them at {@link GroupStrip#codesAt}
   */
  protected abstract void unpackCodes(
      Block block, int kvHead, int token, int count, TrackScratch scratch);

  /**
   * Loads the steps of some tokens of one group, and what code 0 stands for.
   *
   * @param block the block
   * @param kvHead which head
   * @param group which group
   * @param token first token within the block
   * @param count how many
   * @param f receives {@code count} steps and as many zero points
   * @param steps the first step
   * @param zeros the first zero point
   */
  protected abstract void loadGroup(
      Block block, int kvHead, int group, int token, int count, float[] f, int steps, int zeros);

  /**
   * Arranges a query as codes are arranged; a copy if not said otherwise.
   *
   * @param kvHead which head
   * @param q one query
   * @param qOffset its first float
   * @param arranged receives {@code headDim} floats
   * @param offset first float there
   */
  protected void arrangeQuery(int kvHead, float[] q, int qOffset, float[] arranged, int offset) {
    System.arraycopy(q, qOffset, arranged, offset, headDim());
  }

  /**
   * Adds a finished sum, arranged as codes are, to an output; channel by channel if not said
   * otherwise.
   *
   * @param kvHead which head
   * @param sum one sum
   * @param sumOffset its first float
   * @param out added to
   * @param outOffset first float there
   */
  protected void addArranged(int kvHead, float[] sum, int sumOffset, float[] out, int outOffset) {
    for (int c = 0; c < headDim(); c++) {
      out[outOffset + c] += sum[sumOffset + c];
    }
  }
}
