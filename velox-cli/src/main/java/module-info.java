/** The {@code velox} command. Methods reach it by service binding, so it requires none of them. */
module dev.velox.cli {
  requires static org.jspecify;
  requires ch.qos.logback.classic;
  requires ch.qos.logback.core;
  requires dev.velox.accounting;
  requires dev.velox.cache;
  requires dev.velox.demomodel;
  requires dev.velox.kernels;
  requires dev.velox.runtime;
  requires info.picocli;
  requires me.tongfei.progressbar;
  requires org.slf4j;
  requires tools.jackson.databind;

  provides ch.qos.logback.classic.spi.Configurator with
      dev.velox.cli.QuietLogging;

  opens dev.velox.cli to
      info.picocli;
}
