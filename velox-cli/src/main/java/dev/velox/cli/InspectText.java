package dev.velox.cli;

import dev.velox.accounting.Table;
import dev.velox.runtime.KvSample;
import dev.velox.runtime.inspect.Finding;
import dev.velox.runtime.inspect.HeadStats;
import dev.velox.runtime.inspect.Inspection;
import dev.velox.runtime.inspect.Sink;
import dev.velox.runtime.inspect.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What an inspection has to say, for a person and for a program. */
record InspectText(KvSample sample, Inspection inspection, Optional<Suggestion> suggestion) {
  private static final String QUIET =
      "nothing stands out: no channel carries a constant of more than "
          + Math.round(HeadStats.BIASED)
          + " deviations or is "
          + Math.round(HeadStats.LOUD)
          + " times as wide as the others, no layer is far from the rest";

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %d layers, %d kv heads of %d channels; %d tokens; keys %s%n%n",
            sample.name(),
            sample.layers().size(),
            sample.shape().kvHeads(),
            sample.shape().headDim(),
            sample.tokens(),
            sample.attention().rope().isPresent()
                ? "with their rotation undone"
                : "as they are (--rope-base undoes a rotation)"));
    Table.Builder table =
        Table.builder()
            .number("layer")
            .text("role")
            .number("head")
            .number("bias", 2)
            .number("widest", 2)
            .number("kurtosis", 1)
            .number("norm", 2)
            .number("longest", 2);
    for (HeadStats head : inspection.heads()) {
      table.row(
          head.layer(),
          head.role().label(),
          head.head(),
          head.bias(),
          head.channelRatio(),
          head.kurtosis(),
          head.norm(),
          head.normRatio());
    }
    text.append(table.build().text()).append("\n").append(sinks()).append("\n");
    if (inspection.findings().isEmpty()) {
      text.append(QUIET).append("\n");
    }
    inspection.findings().forEach(f -> text.append(f.text()).append(advice(f)).append("\n"));
    suggestion.ifPresent(s -> text.append("\n").append(told(s)));
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private String sinks() {
    if (inspection.sinks().isEmpty()) {
      return "no attention sinks among the first positions";
    }
    StringBuilder text = new StringBuilder("attention sinks:");
    for (Sink sink : inspection.sinks()) {
      text.append(" position ").append(sink.position());
      if (sink.share() > 0) {
        text.append(String.format(Locale.ROOT, " (%.0f %%)", 100 * sink.share()));
      }
    }
    return text.toString();
  }

  private static String advice(Finding finding) {
    return switch (finding.kind()) {
      case BIASED_CHANNELS -> ": keep center=on";
      case LOUD_CHANNELS -> ": a scale a channel helps, kivi for keys or channel-scale=true";
      case HEAVY_TAILS -> ": kvquant keeps outliers apart";
      case OUTLIER_LAYER, LOSSY_LAYER ->
          ": give it more bits with layers[" + finding.layer() + "]=";
    };
  }

  private static String told(Suggestion s) {
    String figures =
        String.format(
            Locale.ROOT,
            "%s %.5f at %.2f coded bits, --bits 4 %.5f at %.2f (%s)",
            s.usualIsBest() ? "the same:" : "this",
            s.measured(),
            s.codedBits(),
            s.usualMeasured(),
            s.usualBits(),
            s.measure());
    return s.usualIsBest()
        ? "suggestion: --bits 4 is best: " + s.reason() + "\n  " + s.spec() + "\n"
        : "suggestion:\n  --cache '" + s.spec() + "'\n" + figures + "; " + s.reason() + "\n";
  }

  Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("sample", sample.name());
    object.put("layers", sample.layers().size());
    object.put("kvHeads", sample.shape().kvHeads());
    object.put("headDim", sample.shape().headDim());
    object.put("tokens", sample.tokens());
    object.put("rotationUndone", sample.attention().rope().isPresent());
    object.put("heads", inspection.heads().stream().map(InspectText::object).toList());
    object.put("sinks", inspection.sinks().stream().map(InspectText::object).toList());
    object.put("findings", inspection.findings().stream().map(InspectText::object).toList());
    suggestion.ifPresent(s -> object.put("suggestion", object(s)));
    return object;
  }

  private static Map<String, Object> object(HeadStats head) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("layer", head.layer());
    object.put("role", head.role().label());
    object.put("head", head.head());
    object.put("bias", head.bias());
    object.put("channelRatio", head.channelRatio());
    object.put("kurtosis", head.kurtosis());
    object.put("norm", head.norm());
    object.put("normRatio", head.normRatio());
    object.put("biased", head.biased());
    object.put("loud", head.loud());
    return object;
  }

  private static Map<String, Object> object(Sink sink) {
    return Map.of("position", sink.position(), "share", sink.share());
  }

  private static Map<String, Object> object(Finding finding) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", finding.kind().label());
    object.put("layer", finding.layer());
    object.put("role", finding.role().label());
    object.put("head", finding.head());
    object.put("channels", List.copyOf(finding.channels()));
    object.put("size", finding.size());
    object.put("text", finding.text());
    return object;
  }

  private static Map<String, Object> object(Suggestion s) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("spec", s.spec().toString());
    object.put("codedBits", s.codedBits());
    object.put("measured", s.measured());
    object.put("usual", s.usual().toString());
    object.put("usualBits", s.usualBits());
    object.put("usualMeasured", s.usualMeasured());
    object.put("usualIsBest", s.usualIsBest());
    object.put("measure", s.measure());
    object.put("reason", s.reason());
    return object;
  }
}
