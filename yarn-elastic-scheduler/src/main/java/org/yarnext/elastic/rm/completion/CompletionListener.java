// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.completion;

import java.util.Collections;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.MemoryFailure;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;

/**
 * Records how under-sized containers ended, which decides whether their profiles are trusted, and
 * which nodes do not report such ends. Called on the schedulers' and masters' threads; thread-safe,
 * never throws.
 */
public final class CompletionListener {
  static final String HOOK = "elastic.end";

  /** Maximum number of forgotten containers for which a node's report is awaited. */
  static final int MAX_AWAITED = 10_000;

  private final AbstractYarnScheduler<?, ?> scheduler;
  private final ProfileResolver profiles;
  private final ProfileTrustRegistry trust;
  private final NonReportingNodeTracker nonReporting;
  private final Guard guard;
  private final ElasticMetrics metrics;
  private final ElasticHost host;
  private final BooleanSupplier decides;

  /**
   * Containers that are complete for the scheduler but not yet reported by their nodes: a container
   * that a master releases, or that the scheduler kills, is over for the scheduler at once, and its
   * node reports its end some heartbeats later. Tez and Spark release most of their containers.
   */
  private final Map<ContainerId, UndersizedContainerSnapshot> awaited =
      Collections.synchronizedMap(BoundedCache.inOrderOfInsertion(MAX_AWAITED));

  /**
   * Creates a listener.
   *
   * @param decides returns false while the feature is off: then only the ends of under-sized
   *     containers count
   */
  public CompletionListener(
      AbstractYarnScheduler<?, ?> scheduler,
      ProfileResolver profiles,
      ProfileTrustRegistry trust,
      NonReportingNodeTracker nonReporting,
      Guard guard,
      ElasticMetrics metrics,
      ElasticHost host,
      BooleanSupplier decides) {
    this.host = host;
    this.decides = decides;
    this.scheduler = scheduler;
    this.profiles = profiles;
    this.trust = trust;
    this.nonReporting = nonReporting;
    this.guard = guard;
    this.metrics = metrics;
  }

  /**
   * Handles a completed container. Must be called before the scheduler forgets it, and again when
   * its node reports one that is already forgotten.
   *
   * @param container null if the scheduler does not know it, as after its release
   */
  public void completed(RMContainer container, ContainerStatus status) {
    try {
      if (container != null && decides.getAsBoolean()) {
        lasted(container, status);
      }
      ContainerId id = status.getContainerId();
      UndersizedContainerSnapshot smaller =
          container == null ? awaited.get(id) : UndersizedContainerSnapshot.of(container);
      if (smaller == null) {
        return;
      }
      UndersizedEnd reported = UndersizedEnd.find(status.getDiagnostics());
      if (reported != null) {
        nonReporting.forget(smaller.node);
      } else if (isOwnEnd(status)) {
        metrics.unreported(id, smaller.node, nonReporting.recordMissingReport(smaller.node));
      } else if (container != null) {
        awaited.put(id, smaller);
        return;
      } else {
        return; // released twice
      }
      awaited.remove(id);
      learn(smaller, reported, status);
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  private void lasted(RMContainer container, ContainerStatus status) {
    JobDescriptor job =
        ElasticAttemptView.job(
            scheduler.getApplicationAttempt(container.getApplicationAttemptId()));
    if (job == null
        || container.isAMContainer()
        || container.getState() == RMContainerState.RESERVED
        || container.getAllocatedSchedulerKey() == null
        || isLost(status)) {
      return;
    }
    ProfileResolver.ResolvedProfile found =
        profiles.find(
            job, job.runsAs(container.getAllocatedSchedulerKey().getPriority().getPriority()));
    if (found.model == null
        || !job.runsOneTaskPerContainer()
        || host.startedMs(container) < found.sinceMs) {
      return;
    }
    long mb = container.getAllocatedResource().getMemorySize();
    long requestedMb = Math.max(mb, UndersizedTag.requestedMb(container.getAllocationTags()));
    double profileMs = found.model.runTimeMs(ProfileResolver.modelMb(found.model, requestedMb, mb));
    if (profileMs > 0) {
      long lastedMs = host.monotonicMs() - host.startedMs(container);
      boolean whole = status.getExitStatus() == 0;
      trust.lasted(found.taskClass, mb < requestedMb, whole, lastedMs, profileMs);
    }
  }

  /**
   * Returns whether the ResourceManager gave up a container together with its node: its end time is
   * unknown.
   */
  private static boolean isLost(ContainerStatus status) {
    return status.getExitStatus() == ContainerExitStatus.ABORTED
        && SchedulerUtils.LOST_CONTAINER.equals(status.getDiagnostics());
  }

  /**
   * Returns whether a container was launched and its status is that of its process or the container
   * monitor. A node with the listener reports each such end.
   */
  private static boolean isOwnEnd(ContainerStatus status) {
    return status.getExitStatus() >= 0 || failure(status) != MemoryFailure.NONE;
  }

  private static MemoryFailure failure(ContainerStatus status) {
    return MemoryFailure.of(status.getExitStatus(), status.getDiagnostics(), MemoryFailure.Jvm.ANY);
  }

  /**
   * Handles the registration of a node, which may report ends from now on even if it did not
   * before.
   */
  public void registered(NodeId node) {
    nonReporting.forget(node);
  }

  /**
   * Handles a container reported by a registering node: it may have ended while no ResourceManager
   * was running, and the scheduler learns of that in no other way.
   */
  public void found(NMContainerStatus container) {
    try {
      boolean over = container.getContainerState() == ContainerState.COMPLETE;
      UndersizedContainerSnapshot smaller = over ? UndersizedContainerSnapshot.of(container) : null;
      if (smaller != null) {
        ContainerStatus status =
            ContainerStatus.newInstance(
                container.getContainerId(),
                ContainerState.COMPLETE,
                container.getDiagnostics(),
                container.getContainerExitStatus());
        awaited.remove(status.getContainerId());
        learn(smaller, UndersizedEnd.find(container.getDiagnostics()), status);
      }
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }

  /**
   * Learns from an end.
   *
   * @param reported the end reported by its node; null if none
   */
  private void learn(
      UndersizedContainerSnapshot container, UndersizedEnd reported, ContainerStatus status) {
    ContainerId id = status.getContainerId();
    JobDescriptor job =
        ElasticAttemptView.job(scheduler.getApplicationAttempt(id.getApplicationAttemptId()));
    UndersizedEnd end = reported == null ? unreportedEnd(container, status) : reported;
    // An application may write the same line, but hardly with this container's sizes.
    if (job == null
        || end == null
        || end.requestedMb() != container.requestedMb
        || end.grantedMb() != container.grantedMb) {
      return;
    }
    Decision<Boolean> distrust =
        judge(job, container.priority, end, host.monotonicMs(container.madeMs));
    metrics.ended(id + " priority " + container.priority, end, distrust);
  }

  /**
   * Judges the profile by the end of a container that was under-sized because of it.
   *
   * @param madeMs creation time of the container, in ms of the monotonic clock
   * @return the reason for distrust that this end causes, after which such tasks get full size;
   *     else null
   */
  Decision<Boolean> judge(JobDescriptor job, int priority, UndersizedEnd end, long madeMs) {
    ProfileResolver.ResolvedProfile found = profiles.find(job, priority);
    ElasticityModel model = found.model;
    TaskClass task = found.taskClass;
    if (model == null || task == null) {
      return null; // there is nothing to distrust
    }
    // The end says nothing about a model that was found later, nor about that model in other runs
    // of the job.
    boolean byAnother = madeMs < found.sinceMs;
    double expectedMs =
        job.runsOneTaskPerContainer() && !byAnother
            ? model.runTimeMs(ProfileResolver.modelMb(model, end.requestedMb(), end.grantedMb()))
            : 0;
    return trust.ended(
        byAnother ? task.inItsApplication() : task,
        end,
        expectedMs,
        !job.runsOneTaskPerContainer());
  }

  /**
   * Returns the end according to the exit status if the node has no listener: then the heap was
   * left too, which is not the job's fault. Null if nothing can be learnt.
   */
  private static UndersizedEnd unreportedEnd(
      UndersizedContainerSnapshot container, ContainerStatus status) {
    MemoryFailure failure = failure(status);
    return failure == MemoryFailure.NONE
        ? null
        : UndersizedEnd.left(
            container.requestedMb,
            container.grantedMb,
            UndersizedEnd.NODE,
            -1,
            UndersizedEnd.outcome(status.getExitStatus(), failure));
  }

  /** Removes an application that the scheduler no longer knows. */
  public void applicationEnded(ApplicationId id) {
    try {
      awaited.keySet().removeIf(c -> c.getApplicationAttemptId().getApplicationId().equals(id));
      profiles.applicationEnded(id);
      trust.applicationEnded(id);
    } catch (Throwable t) {
      guard.recordFailure(HOOK, t);
    }
  }
}
