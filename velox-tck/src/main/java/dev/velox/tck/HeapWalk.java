package dev.velox.tck;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Weighs the primitive arrays reachable from an object through fields, arrays and collections.
 * Passes over the API's own objects, which the host owns, and over what its module does not open.
 */
final class HeapWalk {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> open = new ArrayDeque<>();
  private long bytes;

  private HeapWalk() {}

  /** Bytes of all primitive arrays reachable. */
  static long primitiveBytes(Object root) {
    HeapWalk walk = new HeapWalk();
    walk.meet(root);
    while (!walk.open.isEmpty()) {
      walk.visit(walk.open.pop());
    }
    return walk.bytes;
  }

  private void meet(@Nullable Object object) {
    if (object != null && !passedOver(object) && seen.add(object)) {
      open.push(object);
    }
  }

  private static boolean passedOver(Object object) {
    Class<?> type = object.getClass();
    String name = type.getName();
    return object instanceof MemorySegment
        || object instanceof CheckedMemory
        || type.isEnum()
        || name.startsWith("dev.velox.api.")
        || name.startsWith("java.lang.")
        || name.startsWith("jdk.")
        || name.startsWith("sun.");
  }

  private void visit(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      array(object, type.getComponentType());
    } else if (object instanceof Collection<?> elements) {
      elements.forEach(this::meet);
    } else if (object instanceof Map<?, ?> map) {
      map.keySet().forEach(this::meet);
      map.values().forEach(this::meet);
    } else {
      fields(object, type);
    }
  }

  private void array(Object array, Class<?> of) {
    int length = Array.getLength(array);
    if (of.isPrimitive()) {
      bytes += (long) length * size(of);
      return;
    }
    for (int i = 0; i < length; i++) {
      meet(Array.get(array, i));
    }
  }

  private static int size(Class<?> of) {
    if (of == long.class || of == double.class) {
      return 8;
    }
    if (of == int.class || of == float.class) {
      return 4;
    }
    return of == short.class || of == char.class ? 2 : 1;
  }

  private void fields(Object object, Class<?> type) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          try {
            field.setAccessible(true);
            meet(field.get(object));
          } catch (InaccessibleObjectException | IllegalAccessException e) {
            return;
          }
        }
      }
    }
  }
}
