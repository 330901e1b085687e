package dev.velox.runtime;

import dev.velox.api.KvCache;
import dev.velox.api.Scratch;
import dev.velox.runtime.model.ForwardPass;
import dev.velox.runtime.sampling.Sampler;

/**
 * Chooses token after token: runs the newest through the model, and with it a draft of what may
 * come, whose rows are taken back from where the model chooses otherwise.
 *
 * <p>Greedy speculative decoding (Leviathan et al., arXiv:2211.17192, at temperature 0). A draft
 * has at most {@value #MOST} tokens, so that the cache attends as it does for one token, and stays
 * within the rows that can be added before any is coded, so that rows taken back leave no trace.
 * The tokens are those of plain decoding.
 */
final class TokenWriter {
  /** Most tokens of a draft. */
  static final int MOST = 6;

  private final Transcript transcript;
  private final KvCache cache;
  private final Scratch scratch;
  private final ForwardPass forward;
  private final Sampler sampler;
  private final int vocabulary;
  private final int most;
  private final int[] batch;
  private final float[] logits;
  private int row;
  private int drafts;
  private int passes;
  private int drafted;
  private int accepted;

  /** A writer that drafts {@code most} tokens at a time; 0 for none. */
  TokenWriter(
      Transcript transcript,
      KvCache cache,
      Scratch scratch,
      ForwardPass forward,
      Sampler sampler,
      int vocabulary,
      int most) {
    this.transcript = transcript;
    this.cache = cache;
    this.scratch = scratch;
    this.forward = forward;
    this.sampler = sampler;
    this.vocabulary = vocabulary;
    this.most = most;
    this.batch = new int[1 + most];
    this.logits = new float[Math.multiplyExact(1 + most, vocabulary)];
  }

  /**
   * The token after the last of the transcript.
   *
   * @param left how many more tokens will be asked for at most, this one included
   */
  int next(int left) {
    if (row < drafts && transcript.last() == batch[1 + row]) {
      accepted++;
      row++;
    } else {
      takeBack();
      run(left);
    }
    return sampler.next(logits, row * vocabulary);
  }

  private void run(int left) {
    batch[0] = transcript.last();
    int room = Math.min(cache.rowsUntilSeal(), cache.shape().capacity() - cache.length()) - 1;
    int count = Math.min(Math.min(most, room), Math.min(left, forward.chunk()) - 1);
    drafts = PromptLookup.draft(transcript.ids(), transcript.length(), batch, 1, count);
    row = 0;
    forward.run(cache, scratch, batch, 0, 1 + drafts);
    forward.logits(0, 1 + drafts, logits, 0);
    passes++;
    drafted += drafts;
  }

  /** Leaves the cache as plain decoding would: without the row of the token chosen last. */
  void takeBack() {
    int keep = transcript.length() - 1;
    if (cache.length() > keep) {
      cache.trim(keep);
    }
    drafts = 0;
    row = 0;
  }

  Drafts drafts() {
    return new Drafts(passes, drafted, accepted);
  }
}
