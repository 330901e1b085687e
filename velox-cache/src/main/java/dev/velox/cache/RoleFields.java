package dev.velox.cache;

import dev.velox.api.ByteReport;
import dev.velox.api.ByteRole;
import dev.velox.api.spi.KvMemory;
import dev.velox.api.spi.TrackState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The section of a snapshot that lists what a role holds; the bytes follow in a section of data, in
 * the order of the list.
 *
 * @param clamped numbers clamped on their way into exact rows
 * @param numbers the track's numbers by name
 * @param parts segments without their bytes
 */
record RoleFields(long clamped, Map<String, long[]> numbers, List<Part> parts) {
  private static final ByteRole[] ROLES = ByteRole.values();

  /** In the file: the bytes of a part have several roles, which follow. */
  private static final int SEVERAL = ROLES.length;

  /** Who a segment belongs to; the place in this list stands in the file. */
  enum Owner {
    SINKS,
    TAIL,
    MEAN,
    TRACK
  }

  /** A segment without its bytes. */
  record Part(Owner owner, ByteReport roles, String name, long bytes) {
    static Part of(Owner owner, MemorySegment segment) {
      ByteRole role = owner == Owner.MEAN ? ByteRole.TABLES : ByteRole.EXACT;
      return new Part(owner, ByteReport.of(role, segment.byteSize()), "", segment.byteSize());
    }
  }

  static FieldWriter write(RoleState state) {
    FieldWriter out = new FieldWriter().int64(state.clamped());
    Map<String, long[]> numbers = new TreeMap<>(state.track().numbers());
    out.int32(numbers.size());
    numbers.forEach(
        (name, values) -> {
          out.text(name).int32(values.length);
          for (long value : values) {
            out.int64(value);
          }
        });
    List<TrackState.Part> track = state.track().parts();
    MemorySegment mean = state.mean();
    int parts = state.sinks().size() + state.tail().size() + (mean == null ? 0 : 1) + track.size();
    out.int32(parts);
    state.sinks().forEach(s -> write(Part.of(Owner.SINKS, s), out));
    state.tail().forEach(s -> write(Part.of(Owner.TAIL, s), out));
    if (mean != null) {
      write(Part.of(Owner.MEAN, mean), out);
    }
    track.forEach(
        p -> write(new Part(Owner.TRACK, p.bytes(), p.name(), p.segment().byteSize()), out));
    return out;
  }

  private static void write(Part part, FieldWriter out) {
    List<ByteRole> roles = Arrays.stream(ROLES).filter(r -> part.roles().of(r) > 0).toList();
    int role = roles.size() == 1 ? roles.getFirst().ordinal() : SEVERAL;
    out.int32(part.owner().ordinal()).int32(role).text(part.name()).int64(part.bytes());
    if (role == SEVERAL) {
      out.int32(roles.size());
      roles.forEach(r -> out.int32(r.ordinal()).int64(part.roles().of(r)));
    }
  }

  /** The segments in the order of the list. */
  static List<MemorySegment> segments(RoleState state) {
    List<MemorySegment> all = new ArrayList<>(state.sinks());
    all.addAll(state.tail());
    if (state.mean() != null) {
      all.add(state.mean());
    }
    state.track().parts().forEach(p -> all.add(p.segment()));
    return all;
  }

  /** Reads a list that a role of this recipe may have in a layer that has come so far. */
  static RoleFields read(FieldReader in, RoleRecipe recipe, LayerRecipe layer, LayerState state) {
    long clamped = in.int64("clamped", 0, Long.MAX_VALUE);
    Map<String, long[]> numbers = new TreeMap<>();
    for (int n = in.count("numbers", 2 * Integer.BYTES); n > 0; n--) {
      String name = in.text("number");
      long[] values = new long[in.count("values of " + name, Long.BYTES)];
      for (int i = 0; i < values.length; i++) {
        values[i] = in.int64(name);
      }
      if (numbers.put(name, values) != null) {
        throw in.fault("number", name, "must not stand twice");
      }
    }
    ExactPages pages = new ExactPages(recipe, layer, state);
    List<Part> parts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int n = in.count("parts", 4 * Integer.BYTES + Integer.BYTES); n > 0; n--) {
      Part part = part(in);
      if (part.owner() == Owner.TRACK) {
        if (!names.add(part.name())) {
          throw in.fault("part", part.name(), "must not stand twice");
        }
      } else {
        pages.check(in, part);
      }
      parts.add(part);
    }
    pages.checkCounts(in);
    in.end();
    return new RoleFields(clamped, numbers, parts);
  }

  private static Part part(FieldReader in) {
    Owner owner = Owner.values()[in.int32("owner of a part", 0, Owner.values().length - 1)];
    int role = in.int32("byte role of a part", 0, SEVERAL);
    String name = in.text("name of a part");
    long bytes = in.int64("bytes of part " + owner + " " + name, 1, Long.MAX_VALUE);
    return new Part(
        owner,
        role < SEVERAL ? ByteReport.of(ROLES[role], bytes) : roles(in, name, bytes),
        name,
        bytes);
  }

  /** The bytes of a part of several roles, in the order of the roles. */
  private static ByteReport roles(FieldReader in, String name, long bytes) {
    ByteReport roles = ByteReport.ZERO;
    long left = bytes;
    int least = 0;
    for (int n = in.count("roles of part " + name, Integer.BYTES + Long.BYTES); n > 0; n--) {
      int role = in.int32("byte role of part " + name, least, ROLES.length - 1);
      long each = in.int64(ROLES[role].label() + " bytes of part " + name, 1, left);
      roles = roles.plus(ROLES[role], each);
      left -= each;
      least = role + 1;
    }
    if (left != 0) {
      throw in.fault(
          "bytes of part " + name, bytes, "must be those of its roles, " + (bytes - left));
    }
    return roles;
  }

  /** Bytes of all parts; a sum beyond a long is more than any file has. */
  long bytes() {
    long sum = 0;
    for (Part part : parts) {
      sum = part.bytes() > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + part.bytes();
    }
    return sum;
  }

  /** Takes memory for every part and sorts it by owner. */
  RoleState allocate(KvMemory memory) {
    List<MemorySegment> sinks = new ArrayList<>();
    List<MemorySegment> tail = new ArrayList<>();
    @Nullable MemorySegment mean = null;
    List<TrackState.Part> track = new ArrayList<>();
    for (Part part : parts) {
      MemorySegment segment = memory.allocate(part.roles());
      switch (part.owner()) {
        case SINKS -> sinks.add(segment);
        case TAIL -> tail.add(segment);
        case MEAN -> mean = segment;
        case TRACK -> track.add(new TrackState.Part(part.name(), part.roles(), segment));
      }
    }
    return new RoleState(clamped, sinks, tail, mean, new TrackState(track, numbers));
  }

  /** How many parts of each owner there must be, and of which size. */
  private static final class ExactPages {
    private final int[] expected = new int[Owner.values().length];
    private final long[] bytes = new long[expected.length];
    private final int[] found = new int[expected.length];

    ExactPages(RoleRecipe recipe, LayerRecipe layer, LayerState state) {
      int sinks = layer.frontier().sinks();
      boolean held = state.length() > 0 && sinks > 0 && state.forgotten() < sinks;
      set(Owner.SINKS, held ? 1 : 0, ExactRows.bytes(recipe.exact(), layer.shape(), sinks, sinks));
      long page = ExactRows.pageBytes(recipe.exact(), layer.shape(), ExactRows.PAGE);
      int pages = (state.tailRows() + ExactRows.PAGE - 1) / ExactRows.PAGE;
      set(Owner.TAIL, pages, page);
      set(Owner.MEAN, recipe.centred() && state.sealed() ? 1 : 0, Mean.bytes(layer.shape()));
    }

    private void set(Owner owner, int count, long each) {
      expected[owner.ordinal()] = count;
      bytes[owner.ordinal()] = each;
    }

    void check(FieldReader in, Part part) {
      int owner = part.owner().ordinal();
      ByteRole role = part.owner() == Owner.MEAN ? ByteRole.TABLES : ByteRole.EXACT;
      if (part.bytes() != bytes[owner]
          || part.roles().of(role) != part.bytes()
          || !part.name().isEmpty()
          || ++found[owner] > expected[owner]) {
        throw in.fault(
            "part", part, "must be one of " + expected[owner] + " of " + bytes[owner] + " bytes");
      }
    }

    void checkCounts(FieldReader in) {
      for (Owner owner : Owner.values()) {
        int i = owner.ordinal();
        if (owner != Owner.TRACK && found[i] != expected[i]) {
          throw in.fault("parts of " + owner, found[i], "must be " + expected[i]);
        }
      }
    }
  }
}
