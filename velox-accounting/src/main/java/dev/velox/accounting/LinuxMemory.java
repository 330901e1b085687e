package dev.velox.accounting;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Slabs from {@code mmap}, in huge pages from 2 MiB on. Memory is touched by its user, not here, so
 * that the advice comes in time and untouched pages cost nothing. Segments have the global scope:
 * reading them checks bounds only.
 */
final class LinuxMemory implements SlabSource {
  /** A multiple of the system's page on every kernel: only x86 has 4 KiB for certain. */
  static final long PAGE = System.getProperty("os.arch", "").equals("amd64") ? 4096 : 65536;

  static final long HUGE_PAGE = 2L << 20;

  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int ADVISE_HUGE_PAGES = 14;

  private final boolean hugePages = hugePagesOffered();

  /** Whether this is 64-bit Linux and native access was granted to this module. */
  static boolean available() {
    return Ledger.class.getModule().isNativeAccessEnabled()
        && System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux")
        && ValueLayout.ADDRESS.byteSize() == 8;
  }

  @Override
  public @Nullable Mapping map(long bytes) {
    long extra = bytes >= HUGE_PAGE ? HUGE_PAGE - PAGE : 0;
    long length = roundUp(bytes, PAGE);
    long raw = Calls.map(length + extra);
    if (raw == -1) {
      return null;
    }
    long start = extra == 0 ? raw : roundUp(raw, HUGE_PAGE);
    if (start > raw) {
      Calls.unmap(raw, start - raw);
    }
    if (start + length < raw + length + extra) {
      Calls.unmap(start + length, raw + extra - start);
    }
    if (extra != 0 && hugePages) {
      Calls.advise(start, length);
    }
    return new Mapping(Calls.memory(start, bytes), () -> Calls.unmap(start, length));
  }

  @Override
  public boolean hugePages() {
    return hugePages;
  }

  static long roundUp(long bytes, long unit) {
    return (bytes + unit - 1) & -unit;
  }

  private static boolean hugePagesOffered() {
    try {
      Path setting = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
      return !Files.readString(setting).contains("[never]");
    } catch (IOException notThere) {
      return false;
    }
  }

  /** The three system calls; loaded only when they are allowed. */
  @SuppressWarnings("restricted")
  private static final class Calls {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final MethodHandle MMAP =
        find("mmap", FunctionDescriptor.of(LONG, LONG, LONG, INT, INT, INT, LONG));
    private static final MethodHandle MUNMAP =
        find("munmap", FunctionDescriptor.of(INT, LONG, LONG));
    private static final MethodHandle MADVISE =
        find("madvise", FunctionDescriptor.of(INT, LONG, LONG, INT));

    private static MethodHandle find(String name, FunctionDescriptor type) {
      Linker linker = Linker.nativeLinker();
      SymbolLookup library = linker.defaultLookup();
      return linker.downcallHandle(library.findOrThrow(name), type);
    }

    static long map(long length) {
      try {
        return (long) MMAP.invokeExact(0L, length, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
      } catch (Throwable impossible) {
        throw new AssertionError(impossible);
      }
    }

    static void unmap(long address, long length) {
      try {
        int unused = (int) MUNMAP.invokeExact(address, length);
      } catch (Throwable impossible) {
        throw new AssertionError(impossible);
      }
    }

    static void advise(long address, long length) {
      try {
        int unused = (int) MADVISE.invokeExact(address, length, ADVISE_HUGE_PAGES);
      } catch (Throwable impossible) {
        throw new AssertionError(impossible);
      }
    }

    static MemorySegment memory(long address, long bytes) {
      return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
  }
}
