// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.yarnext.common.guard.Guard;

/**
 * Makes a processor forget application attempts that have ended. An attempt that was killed, or
 * whose master died, never finishes at the processors. Safe for use by several threads.
 */
public final class AttemptEndMonitor {
  /** The events with which an attempt or its application ends, for whatever reason. */
  private static final Set<RMAppEventType> ENDS =
      EnumSet.of(
          RMAppEventType.ATTEMPT_FAILED,
          RMAppEventType.ATTEMPT_KILLED,
          RMAppEventType.ATTEMPT_FINISHED,
          RMAppEventType.APP_UPDATE_SAVED);

  private static final long SWEEP_INTERVAL_MS = 10_000;

  private final RMContext context;
  private final Consumer<Predicate<ApplicationAttemptId>> forget;
  private final LongSupplier clock;
  private final AtomicLong sweptMs;

  /**
   * @param forget forgets the attempts of which the given test is true
   */
  public AttemptEndMonitor(RMContext context, Consumer<Predicate<ApplicationAttemptId>> forget) {
    this(context, forget, Time::monotonicNow);
  }

  /**
   * @param clock monotonic, in ms
   */
  AttemptEndMonitor(
      RMContext context, Consumer<Predicate<ApplicationAttemptId>> forget, LongSupplier clock) {
    this.context = context;
    this.forget = forget;
    this.clock = clock;
    this.sweptMs = new AtomicLong(clock.getAsLong() - SWEEP_INTERVAL_MS);
  }

  /**
   * Makes the dispatcher's thread forget the attempts of an application that have ended, after each
   * end of one, once the ResourceManager itself has processed it. Must be called while the
   * ResourceManager starts. The test takes locks of that application only, since others may be
   * many.
   */
  public void followEvents(Guard guard) {
    EventHandler<RMAppEvent> ends =
        event -> {
          if (ENDS.contains(event.getType())) {
            ApplicationId app = event.getApplicationId();
            guard.runInline(
                "mercury.ended",
                () -> forget.accept(a -> a.getApplicationId().equals(app) && ended(context, a)),
                () -> {});
          }
        };
    context.getDispatcher().register(RMAppEventType.class, ends);
  }

  /**
   * Forgets all attempts that have ended, such as one that a late call of its master added again
   * after its end. Does nothing within 10 s after the last time: the test takes a lock of each
   * application, and after a failover thousands of masters register at once.
   */
  public void sweep() {
    long last = sweptMs.get();
    long now = clock.getAsLong();
    if (now - last >= SWEEP_INTERVAL_MS && sweptMs.compareAndSet(last, now)) {
      forget.accept(attempt -> ended(context, attempt));
    }
  }

  /** Returns whether the attempt's application has ended, is unknown or has a later attempt. */
  public static boolean ended(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null
        || app.getFinishTime() > 0
        || app.getCurrentAppAttempt() == null
        || !app.getCurrentAppAttempt().getAppAttemptId().equals(attempt);
  }
}
