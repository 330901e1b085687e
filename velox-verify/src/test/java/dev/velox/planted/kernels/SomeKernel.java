package dev.velox.planted.kernels;

/** Something to depend on. */
public class SomeKernel {}
