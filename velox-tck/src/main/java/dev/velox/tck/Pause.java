package dev.velox.tck;

import dev.velox.api.spi.KvMethod;
import dev.velox.api.spi.KvTrack;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds the first call of one kind inside a method's tracks until it is told to go on, so that
 * other calls surely meet it.
 */
final class Pause {
  private static final long SECONDS = 30;

  private final String call;
  private final AtomicBoolean armed = new AtomicBoolean();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  /** A pause in the track call of this name. */
  Pause(String call) {
    this.call = call;
  }

  /** The method, its tracks pausing. */
  KvMethod around(KvMethod method) {
    return proxy(
        KvMethod.class,
        (proxy, called, arguments) -> {
          Object result = invoke(method, called, arguments);
          return result instanceof KvTrack track ? around(track) : result;
        });
  }

  private KvTrack around(KvTrack track) {
    return proxy(
        KvTrack.class,
        (proxy, called, arguments) -> {
          if (called.getName().equals(call) && armed.compareAndSet(true, false)) {
            entered.countDown();
            Claim.that(go.await(SECONDS, TimeUnit.SECONDS), () -> "the pause never ended");
          }
          return invoke(track, called, arguments);
        });
  }

  private static Object invoke(Object target, java.lang.reflect.Method called, Object[] arguments)
      throws Throwable {
    try {
      return called.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** The next call of this kind waits. */
  void arm() {
    armed.set(true);
  }

  /** Returns when a call waits. */
  void awaitEntered() {
    try {
      Claim.that(entered.await(SECONDS, TimeUnit.SECONDS), () -> "no call of " + call + " came");
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  void end() {
    go.countDown();
  }
}
