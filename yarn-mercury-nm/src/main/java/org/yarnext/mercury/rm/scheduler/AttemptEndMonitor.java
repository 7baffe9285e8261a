// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.yarnext.common.guard.Guard;

/**
 * Monitors the ends of application attempts. An attempt that was killed, or whose master died,
 * never finishes at the processors.
 */
public final class AttemptEndMonitor {
  /** The events with which an attempt or its application ends, for whatever reason. */
  private static final Set<RMAppEventType> ENDS =
      EnumSet.of(
          RMAppEventType.ATTEMPT_FAILED,
          RMAppEventType.ATTEMPT_KILLED,
          RMAppEventType.ATTEMPT_FINISHED,
          RMAppEventType.APP_UPDATE_SAVED);

  private AttemptEndMonitor() {}

  /**
   * Makes the dispatcher's thread call {@code forget} after each end of an attempt, once the
   * ResourceManager itself has processed it. Must be called while the ResourceManager starts.
   *
   * @param forget forgets the attempts of which the given test is true: those of the application
   *     that have ended. The test takes locks of that application only, since others may be many
   */
  public static void onAttemptEnd(
      RMContext context, Guard guard, Consumer<Predicate<ApplicationAttemptId>> forget) {
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

  /** Returns whether the attempt's application has ended, is unknown or has a later attempt. */
  public static boolean ended(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null
        || app.getFinishTime() > 0
        || app.getCurrentAppAttempt() == null
        || !app.getCurrentAppAttempt().getAppAttemptId().equals(attempt);
  }
}
