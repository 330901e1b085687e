package dev.velox.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this module, as the build wrote it into the module's descriptor. */
final class VersionText implements IVersionProvider {
  VersionText() {}

  static String version() {
    var descriptor = VersionText.class.getModule().getDescriptor();
    return descriptor == null ? "unknown" : descriptor.rawVersion().orElse("unknown");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"velox " + version()};
  }
}
