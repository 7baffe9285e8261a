// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.Test;

/**
 * How a guard treats each call: what is used, which thread runs it, what is counted. Hangs and
 * concurrency have their own tests.
 */
public class GuardTest extends GuardTestBase {
  @Test
  public void resultIsUsed() {
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals("ours", guard.callInline(HOOK, () -> "ours", () -> "stock"));
    assertNull(guard.call(HOOK, () -> null, () -> "stock"));
    assertCounts("calls=3, ok=3, fallbacks=0");
  }

  @Test
  public void callRunsOnADaemonThreadAndStockOnTheCallers() {
    AtomicReference<Thread> worker = new AtomicReference<>();
    AtomicReference<Thread> fallback = new AtomicReference<>();
    guard.call(
        HOOK,
        () -> {
          worker.set(Thread.currentThread());
          throw new IOException();
        },
        () -> {
          fallback.set(Thread.currentThread());
          return "stock";
        });
    assertNotSame(Thread.currentThread(), worker.get());
    assertTrue(worker.get().isDaemon());
    assertEquals("yarnext-demo-guard-1", worker.get().getName());
    assertSame(Thread.currentThread(), fallback.get());
  }

  @Test
  public void oneCallerUsesOneWorker() {
    Set<String> workers = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      workers.add(guard.call(HOOK, () -> Thread.currentThread().getName(), () -> "stock"));
    }
    assertEquals(new HashSet<>(Arrays.asList("yarnext-demo-guard-1")), workers);
    assertEquals(1, guard.workersAlive());
  }

  @Test
  public void inlineRunsOnTheCallersThread() {
    assertSame(Thread.currentThread(), guard.callInline(HOOK, Thread::currentThread, () -> null));
    assertEquals(0, guard.workersAlive());
  }

  @Test
  public void exceptionsAreContained() {
    Throwable[] all = {
      new IOException(),
      new IllegalStateException(),
      new AssertionError(),
      new NoClassDefFoundError(),
      new OutOfMemoryError(),
      new Throwable() {
        @Override
        public String getMessage() {
          throw new IllegalStateException("even the message");
        }
      }
    };
    for (Throwable each : all) {
      try (Guard fresh = fresh()) {
        assertEquals("stock", fresh.call(HOOK, () -> sneak(each), () -> "stock"));
        assertEquals("stock", fresh.callInline(HOOK, () -> sneak(each), () -> "stock"));
        assertEquals(2, fresh.counters().failures());
      }
    }
  }

  @Test
  public void stackOverflowFallsBack() {
    assertEquals("stock", guard.call(HOOK, () -> recurse(0), () -> "stock"));
    assertEquals("stock", guard.callInline(HOOK, () -> recurse(0), () -> "stock"));
    assertEquals("ours", guard.call(HOOK, () -> "ours", () -> "stock"));
  }

  @Test
  public void exceptionsOfStockPass() {
    RuntimeException own = new IllegalStateException("stock");
    Callable<String> ours =
        () -> {
          throw new IOException();
        };
    assertSame(
        own,
        assertThrows(
            RuntimeException.class,
            () ->
                guard.call(
                    HOOK,
                    ours,
                    () -> {
                      throw own;
                    })));
    assertSame(
        own,
        assertThrows(
            RuntimeException.class,
            () ->
                guard.callInline(
                    HOOK,
                    ours,
                    () -> {
                      throw own;
                    })));
    assertEquals(2, guard.counters().failures());
  }

  @Test
  public void runInlineFallsBackOnceIfOursThrows() {
    AtomicInteger ours = new AtomicInteger();
    AtomicInteger stock = new AtomicInteger();
    guard.runInline(HOOK, ours::incrementAndGet, stock::incrementAndGet);
    assertEquals("1 0", ours + " " + stock);
    guard.runInline(
        HOOK,
        () -> {
          throw new IOException();
        },
        stock::incrementAndGet);
    assertEquals("1 1", ours + " " + stock);
  }

  @Test
  public void runFallsBackOnTheCallersThread() {
    List<String> ran = new ArrayList<>();
    String caller = Thread.currentThread().getName();
    Runnable stock = () -> ran.add(Thread.currentThread().getName());
    guard.run(HOOK, () -> ran.add(Thread.currentThread().getName()), stock);
    assertEquals(Arrays.asList("yarnext-demo-guard-1"), ran);
    guard.run(
        HOOK,
        () -> {
          throw new IOException();
        },
        stock);
    assertEquals(Arrays.asList("yarnext-demo-guard-1", caller), ran);
    assertCounts("calls=2, ok=1, fallbacks=1");
    IllegalStateException own = new IllegalStateException("the daemon's own");
    Runnable throwing =
        () -> {
          throw own;
        };
    assertSame(
        own,
        assertThrows(
            IllegalStateException.class, () -> guard.run(HOOK, () -> sneak(own), throwing)));
  }

  @Test
  public void countersAreKeptByHook() {
    guard.call("b", () -> "ours", () -> "stock");
    guard.callInline("a", () -> sneak(new IOException()), () -> "stock");
    guard.callInline("a", () -> "ours", () -> "stock");
    GuardCounters all = guard.counters();
    assertEquals("[a, b]", all.perHook().keySet().toString());
    assertEquals(2, all.perHook().get("a").calls());
    assertEquals(1, all.perHook().get("a").failures());
    assertEquals(1, all.perHook().get("b").ok());
    assertEquals(3, all.calls());
  }

  @Test
  public void numberOfHooksIsBounded() {
    for (int i = 0; i < 1_000; i++) {
      guard.callInline("hook" + i, () -> "ours", () -> "stock");
    }
    GuardCounters all = guard.counters();
    assertEquals(257, all.perHook().size());
    assertEquals(744, all.perHook().get("other").calls());
    assertEquals(1_000, all.calls());
  }

  @Test
  public void interruptedCallerFallsBackAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    String answer = guard.call(HOOK, () -> "ours", () -> "stock");
    assertTrue("flag kept", Thread.interrupted());
    assertEquals("stock", answer);
    assertCounts(
        "calls=1, ok=0, fallbacks=1 "
            + "(failures=0, timeouts=0, rejected=0, skipped=0, interrupted=1)");
    assertEquals(0, guard.workersAlive());
  }

  @Test
  public void interruptInAnInlineCallIsKeptAndNotCounted() {
    for (int i = 0; i < 5; i++) {
      guard.callInline(HOOK, () -> sneak(new InterruptedException()), () -> "stock");
      assertTrue(Thread.interrupted());
    }
    assertEquals(GuardState.HEALTHY, guard.state());
    assertEquals(5, guard.counters().interrupted());
  }

  @Test
  public void closedGuardFallsBackAndEndsItsThreads() throws Exception {
    Thread worker = guard.call(HOOK, Thread::currentThread, () -> null);
    guard.close();
    guard.close();
    worker.join(30_000);
    assertFalse(worker.isAlive());
    assertEquals("stock", guard.call(HOOK, () -> "ours", () -> "stock"));
    assertEquals(1, guard.counters().rejected());
    assertEquals(0, guard.workersAlive());
    assertEquals("ours", guard.callInline(HOOK, () -> "ours", () -> "stock"));
  }

  private Guard fresh() {
    return new Guard("fresh", GuardSettings.defaults().withDeadline(DEADLINE), clock.nanos());
  }

  private static String recurse(int depth) {
    return depth < 0 ? "" : recurse(depth + 1) + depth; // until the stack ends
  }
}
