package dev.velox.planted.cli;

import dev.velox.api.Methods;

/** Knows the installed methods only. */
final class CommandWithoutPlugins {
  Methods methods() {
    return Methods.installed();
  }
}
