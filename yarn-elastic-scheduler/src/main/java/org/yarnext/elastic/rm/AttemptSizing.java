/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.rm;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.AppPlacementAllocator;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.yarnext.elastic.UndersizedTag;

/**
 * What both schedulers' attempts do about sizes: show a smaller ask while placing, mark the
 * container that comes of it, and keep the queue's pending metrics right. Thread-safe.
 */
final class AttemptSizing {
  private final Undersizing undersizing;
  private final SchedulerApplicationAttempt attempt;
  private final AskedJob job;
  private final AttemptReserving reserving;

  /**
   * @param policy about reservations; null if they are stock's
   * @param app null if the ResourceManager does not know it; nothing is shrunk then
   */
  AttemptSizing(
      Undersizing undersizing, Reserving policy, SchedulerApplicationAttempt attempt, RMApp app) {
    this.undersizing = undersizing;
    this.attempt = attempt;
    this.job = app == null ? null : AskedJob.of(app);
    this.reserving = new AttemptReserving(policy, undersizing, attempt, job);
  }

  /** Null if the ResourceManager does not know the application. */
  AskedJob job() {
    return job;
  }

  /** Whether anything of this attempt may be shrunk now: never its master's container. */
  boolean open() {
    return job != null && !attempt.isWaitingForAMContainer();
  }

  /** What the attempt does about reservations. */
  AttemptReserving reserving() {
    return reserving;
  }

  /** Whether the attempt has no part in the offer of a reserved node that this thread makes. */
  boolean staysOut() {
    Sharing offered = Sharing.current();
    return offered != null && (offered.isKeptFor(attempt) || !open());
  }

  /**
   * The ask to show: as it is, unless this thread is placing it and it is to be shrunk, or must not
   * use the node.
   */
  PendingAsk shown(SchedulerRequestKey key, PendingAsk asked) {
    Placing placing = Placing.of(attempt);
    if (placing == null || asked.getCount() <= 0) {
      return asked;
    }
    placing.look(key);
    Resource size = asked.getPerAllocationResource();
    Placing.Grant grant = placing.grant(key);
    if (grant == null) {
      grant = placing.decided(key, size.getMemorySize(), sizeMb(key, size, placing.node()));
    }
    boolean shrink = undersizing.acts() && grant.mb > 0 && grant.askedMb == size.getMemorySize();
    PendingAsk shown = shrink ? ShrunkAsk.of(asked, grant.mb) : asked;
    return reserving.letIn(key, shown.getPerAllocationResource(), grant)
        ? shown
        : new PendingAsk(size, 0);
  }

  /** Whatever fails here would end the scheduler's thread, and with it the ResourceManager. */
  private long sizeMb(SchedulerRequestKey key, Resource size, SchedulerNode node) {
    try {
      return mayShrink(key)
          ? undersizing.sizeMb(job, key.getPriority().getPriority(), size, node)
          : -1;
    } catch (Throwable t) {
      undersizing.failed(t);
      return -1;
    }
  }

  private boolean mayShrink(SchedulerRequestKey key) {
    if (key.getContainerToUpdate() != null || job.retries(key.getPriority().getPriority())) {
      return false;
    }
    AppPlacementAllocator<?> asks = attempt.getAppPlacementAllocator(key);
    return asks != null && asks.getSchedulingRequest() == null;
  }

  /**
   * Whether a reservation is better given up, since the ask it stands for can be placed here with
   * less memory now. A reservation holds a container of the regular size and is never shrunk
   * itself. While placing only.
   */
  boolean dropsReservation(RMContainer reserved, SchedulerNode node) {
    Resource size = reserved.getReservedResource();
    SchedulerRequestKey key = reserved.getReservedSchedulerKey();
    if (size == null || key == null || undersizing.fits(size, node.getUnallocatedResource())) {
      return false;
    }
    return attempt.getPendingAsk(key, ResourceRequest.ANY) instanceof ShrunkAsk;
  }

  void droppedReservation() {
    undersizing.journal().droppedReservation();
  }

  /** Marks a container that is given less than was asked; before its token is made. */
  void mark(RMContainer container, long askedMb) {
    ((RMContainerImpl) container)
        .setAllocationTags(Collections.singleton(UndersizedTag.of(askedMb)));
  }

  /**
   * A container is granted; under the attempt's write lock, before stock lowers what is pending. It
   * lowers the metrics by the container's size, so that the rest of what was asked would stay
   * pending for ever.
   *
   * @param info the attempt's asks, as they are
   */
  void granted(RMContainer container, AppSchedulingInfo info) {
    try {
      correctPending(container, info);
    } catch (Throwable t) {
      undersizing.failed(t);
    }
  }

  private void correctPending(RMContainer container, AppSchedulingInfo info) {
    long askedMb = UndersizedTag.askedMb(container.getAllocationTags());
    SchedulerRequestKey key = container.getAllocatedSchedulerKey();
    if (askedMb < 0 || key.getContainerToUpdate() != null) {
      return;
    }
    AppPlacementAllocator<?> asks = info.getAppPlacementAllocator(key);
    PendingAsk asked = info.getPendingAsk(key, ResourceRequest.ANY);
    if (asks == null || asks.getSchedulingRequest() != null || asked.getCount() <= 0) {
      return; // the tag is the application's own
    }
    Resource granted = container.getAllocatedResource();
    QueueMetrics metrics = attempt.getQueue().getMetrics();
    String partition = container.getNodeLabelExpression();
    metrics.incrPendingResources(partition, attempt.getUser(), 1, granted);
    metrics.decrPendingResources(partition, attempt.getUser(), 1, asked.getPerAllocationResource());
    undersizing.journal().placed(askedMb, granted.getMemorySize());
  }
}
