/**
 * Home of the extension methods: {@code attention-weighted}, {@code adaptive}, {@code delta},
 * {@code low-rank}, {@code product}, and entropy coding for cold blocks.
 */
module dev.velox.extensions {
  requires static transitive org.jspecify;
  requires dev.velox.api;
  requires dev.velox.kernels;
  requires ojalgo;
}
