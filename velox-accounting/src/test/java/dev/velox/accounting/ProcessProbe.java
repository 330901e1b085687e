package dev.velox.accounting;

import dev.velox.api.ByteRole;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A process of its own whose memory is measured; prints the bytes charged and the growth. */
final class ProcessProbe {
  private ProcessProbe() {}

  public static void main(String[] args) throws IOException {
    Ledger ledger = Ledger.unlimited();
    use(ledger, 4, 1 << 20);
    cycles(ledger, 20_000);
    System.gc();
    long before = resident();
    long charged =
        switch (args[0]) {
          case "64-caches" -> use(ledger, 64, 4 << 20);
          case "small-cache" -> keep(ledger, 300_000);
          case "cycles" -> cycles(ledger, 100_000);
          default -> throw new IllegalArgumentException(args[0]);
        };
    long growth = resident() - before;
    LedgerReport report = ledger.report();
    System.out.println(charged + " " + growth + " " + report.charged().resident());
    System.out.println(report);
  }

  /** Caches of so many bytes each, in segments of 4 to 256 KiB that grow in turn; closes none. */
  private static long use(Ledger ledger, int caches, long bytesEach) {
    SplittableRandom random = new SplittableRandom(5);
    List<Account> accounts = new ArrayList<>();
    for (int c = 0; c < caches; c++) {
      accounts.add(ledger.account("cache " + c));
    }
    boolean more = true;
    while (more) {
      more = false;
      for (Account account : accounts) {
        if (account.bytes().resident() < bytesEach) {
          write(account.allocate(ByteRole.KEY_CODES, random.nextLong(4 << 10, 256 << 10)));
          more = true;
        }
      }
    }
    long bytes = 0;
    for (Account account : accounts) {
      bytes += account.bytes().resident();
    }
    if (caches < 64) {
      accounts.forEach(Account::close);
    }
    return bytes;
  }

  private static long keep(Ledger ledger, int bytes) {
    Account account = ledger.account("small");
    for (int i = 0; i < 30; i++) {
      write(account.allocate(ByteRole.VALUE_CODES, bytes / 30));
    }
    return account.bytes().resident();
  }

  /** Opens, fills and closes caches one after the other; nothing is left. */
  private static long cycles(Ledger ledger, int count) {
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < count; i++) {
      try (Account account = ledger.account("cache " + i);
          Account fork = ledger.account("fork " + i)) {
        MemorySegment block = account.allocate(ByteRole.EXACT, random.nextLong(1, 32 << 10));
        write(block);
        fork.retain(block);
        write(account.allocate(ByteRole.TABLES, random.nextLong(1, i % 64 == 0 ? 3 << 20 : 4096)));
      }
    }
    return ledger.report().charged().resident();
  }

  private static void write(MemorySegment segment) {
    segment.fill((byte) 1);
  }

  /** Resident bytes of this process, anonymous memory only, so that loaded files do not count. */
  private static long resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/smaps_rollup"))) {
      if (line.startsWith("Anonymous:")) {
        return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("no line 'Anonymous' in smaps_rollup");
  }
}
