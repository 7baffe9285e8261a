// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.AttemptView;
import org.yarnext.mercury.rm.scheduler.QueueLabelSnapshot;

/**
 * Sends data that only the ResourceManager knows to the NodeManagers that divide requests: the
 * application's tags, queue and node labels, and the smallest node. Thread-safe.
 */
final class RegistrationPublisher {
  private final RMContext context;
  private final AttemptView attempts;

  /** The queues sent to NodeManagers, by the attempts of their masters. */
  private final Map<ApplicationAttemptId, QueueLabelSnapshot> sentQueues =
      new ConcurrentHashMap<>();

  RegistrationPublisher(RMContext context, AttemptView attempts) {
    this.context = context;
    this.attempts = attempts;
  }

  /** Adds the record of an application to the response to its registration. */
  void registered(ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    if (!passesProxy(attempt)) {
      return;
    }
    Queue queue = ActiveScheduler.queue(context, attempt);
    if (queue != null) {
      sentQueues.put(attempt, new QueueLabelSnapshot(queue));
    }
    String path = attempts.queue(attempt, response);
    RegistrationRecord.add(
        attempts.tags(attempt),
        path,
        attempts.defaultLabelIfAny(attempt),
        attempts.acceptedLabels(path),
        attempts.smallestNode(attempt, response.getMaximumResourceCapability()),
        response);
  }

  /**
   * Returns whether the attempt's calls pass the AMRMProxy. An unmanaged master talks to the
   * ResourceManager itself, so no proxy would remove Mercury's records.
   */
  private boolean passesProxy(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app != null && !app.getApplicationSubmissionContext().getUnmanagedAM();
  }

  /** Sends a queue change to the NodeManager that divides the attempt's requests. */
  void sendQueue(ApplicationAttemptId attempt, AllocateResponse response) {
    QueueLabelSnapshot last = sentQueues.get(attempt);
    Queue queue = last == null ? null : ActiveScheduler.queue(context, attempt);
    if (queue != null && !last.is(queue)) {
      sentQueues.replace(attempt, last, new QueueLabelSnapshot(queue));
      String path = ActiveScheduler.path(queue);
      Resource allowed = context.getScheduler().getMaximumResourceCapability(path);
      RegistrationRecord.addQueue(
          path,
          attempts.defaultLabelIfAny(attempt),
          attempts.acceptedLabels(path),
          attempts.smallestNode(attempt, allowed),
          response);
    }
  }

  void forget(ApplicationAttemptId attempt) {
    sentQueues.remove(attempt);
  }

  void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    sentQueues.keySet().removeIf(ended);
  }

  void clear() {
    sentQueues.clear();
  }
}
