/** The {@code velox} command. Methods reach it by service binding, so it requires none of them. */
module dev.velox.cli {
  requires static org.jspecify;
  requires dev.velox.runtime;
  requires dev.velox.accounting;
  requires info.picocli;

  opens dev.velox.cli to
      info.picocli;
}
