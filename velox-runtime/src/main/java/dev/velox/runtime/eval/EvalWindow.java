package dev.velox.runtime.eval;

/**
 * A stretch of text to evaluate on, from an empty cache.
 *
 * @param text the name of the text
 * @param start its first token within the text
 * @param ids its tokens; every one but the first is predicted
 */
public record EvalWindow(String text, int start, int[] ids) {}
