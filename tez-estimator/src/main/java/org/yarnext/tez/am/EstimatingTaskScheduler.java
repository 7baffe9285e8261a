// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.rm.OpenTaskScheduler;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.tez.am.container.ContainerStopHook;
import org.yarnext.tez.am.container.PreemptionTranslator;

/**
 * Task scheduler of Tez ({@code tez.am.yarn.scheduler.class}) whose containers declare their
 * expected run times, and whose short tasks run in opportunistic containers; otherwise it schedules
 * like stock. Short tasks request opportunistic containers, release those that do not start, and
 * request guaranteed ones if none is granted. A container that YARN took away does not count as a
 * failure of its task.
 */
public class EstimatingTaskScheduler extends OpenTaskScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(EstimatingTaskScheduler.class);
  private static final long KEEPING_MS = 3_000;

  /** Null if the feature is off. */
  private final EstimatorContext estimatorContext;

  /** Null if the feature is off. */
  final SchedulerEventAdapter events;

  private final boolean reuses;

  /** True if there may be opportunistic containers: only they suffer from early releases. */
  private final boolean chooses;

  /** Queued containers that their tasks leave for idle ones. */
  private final Set<ContainerId> left = ConcurrentHashMap.newKeySet();

  /** The tasks of these containers, until they are requested again. */
  private final Set<TezTaskID> moving = ConcurrentHashMap.newKeySet();

  public EstimatingTaskScheduler(TaskSchedulerContext context) {
    this(context, partsOf(context));
  }

  EstimatingTaskScheduler(TaskSchedulerContext context, EstimatorContext estimatorContext) {
    super(context);
    this.estimatorContext =
        estimatorContext != null && estimatorContext.mode.decides() ? estimatorContext : null;
    Configuration conf =
        this.estimatorContext == null ? new Configuration(false) : confOrDefault(context);
    this.reuses =
        conf.getBoolean(
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_ENABLED,
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_ENABLED_DEFAULT);
    this.chooses =
        this.estimatorContext != null
            && this.estimatorContext.mode.acts()
            && this.estimatorContext.settings.executionTypePolicy("").mayChoose();
    this.events =
        this.estimatorContext == null
            ? null
            : new SchedulerEventAdapter(
                estimatorContext, reuses, keptMs(conf), this::getAvailableResources);
  }

  private static EstimatorContext partsOf(TaskSchedulerContext context) {
    try {
      return EstimatorContext.shared(conf(context));
    } catch (Throwable e) { // an exception would end the Application Master
      LOG.error("Feature tez-estimator stays off: it failed to start.", e);
      return null;
    }
  }

  private static Configuration conf(TaskSchedulerContext context) throws IOException {
    return TezUtils.createConfFromUserPayload(context.getInitialUserPayload());
  }

  private static Configuration confOrDefault(TaskSchedulerContext context) {
    try {
      return conf(context);
    } catch (IOException e) {
      LOG.warn(
          "The configuration of container reuse could not be read; Tez's default is assumed", e);
      return new Configuration(false);
    }
  }

  /**
   * Returns how long Tez keeps an idle container that serves no pending request of its node, before
   * it examines those of its rack and then releases it, in ms.
   */
  private static long keptMs(Configuration conf) {
    boolean racks =
        conf.getBoolean(
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_RACK_FALLBACK_ENABLED,
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_RACK_FALLBACK_ENABLED_DEFAULT);
    return racks
        ? conf.getLong(
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_LOCALITY_DELAY_ALLOCATION_MILLIS,
            TezConfiguration.TEZ_AM_CONTAINER_REUSE_LOCALITY_DELAY_ALLOCATION_MILLIS_DEFAULT)
        : 0;
  }

  @Override
  public void allocateTask(
      Object task,
      Resource capability,
      String[] hosts,
      String[] racks,
      Priority priority,
      Object containerSignature,
      Object clientCookie) {
    super.allocateTask(
        task,
        capability,
        hosts,
        racks,
        priority,
        containerSignature,
        onRequested(task, clientCookie));
  }

  @Override
  public void allocateTask(
      Object task,
      Resource capability,
      ContainerId containerId,
      Priority priority,
      Object containerSignature,
      Object clientCookie) {
    super.allocateTask(
        task,
        capability,
        containerId,
        priority,
        containerSignature,
        onRequested(task, clientCookie));
  }

  private Object onRequested(Object task, Object cookie) {
    return estimatorContext == null
        ? cookie
        : estimatorContext.guard.callInline(
            "tez.requested", () -> events.onRequested(task, cookie), () -> cookie);
  }

  @Override
  protected boolean asksOpportunistic(Object task) {
    return estimatorContext != null
        && estimatorContext.guard.callInline(
            "tez.choose", () -> events.isOpportunistic(task), () -> false);
  }

  @Override
  protected boolean needsGuaranteed(Object task) {
    return estimatorContext != null
        && estimatorContext.guard.callInline(
            "tez.type", () -> events.needsGuaranteed(task), () -> false);
  }

  @Override
  protected boolean isReservedForOther(Object task, ContainerId idle) {
    return estimatorContext != null
        && events.queues().isKept(idle)
        && estimatorContext.guard.callInline(
            "tez.held",
            () -> events.queues().isReservedForOther((TaskAttempt) task, idle),
            () -> false);
  }

  @Override
  protected boolean isOverrun(Container container) {
    return estimatorContext != null
        && estimatorContext.guard.callInline(
            "tez.spent", () -> events.isOverrun(container), () -> false);
  }

  @Override
  protected void assigned(Object task, Container container) {
    forward("tez.given", () -> events.assigned(task, container));
  }

  /** Called at each heartbeat, in which stock preempts, too. */
  @Override
  public float getProgress() {
    if (estimatorContext != null && estimatorContext.mode.acts()) {
      estimatorContext.guard.runInline(
          "tez.overdue", () -> events.queues().overdue().forEach(this::giveBack), () -> {});
      leaveQueues();
      estimatorContext.guard.runInline(
          "tez.ungranted", () -> askGuaranteed(events.queues().ungranted()), () -> {});
    }
    return super.getProgress();
  }

  @Override
  public void taskStateUpdated(Object task, SchedulerTaskState state) {
    if (state == SchedulerTaskState.SUBMITTED) {
      forward("tez.submitted", () -> events.submitted(task));
    } else if (estimatorContext != null && state == SchedulerTaskState.STARTED) {
      estimatorContext.guard.runInline("tez.started", () -> events.started(task), () -> {});
    }
  }

  @Override
  public boolean deallocateTask(
      Object task, boolean taskSucceeded, TaskAttemptEndReason endReason, String diagnostics) {
    forward("tez.ended", () -> events.ended(task, taskSucceeded, endReason));
    if (taskSucceeded && movesTasks()) {
      estimatorContext.guard.runInline("tez.keep", events.queues()::reserveIdle, () -> {});
    }
    boolean had = super.deallocateTask(task, taskSucceeded, endReason, diagnostics);
    if (!had) {
      forward("tez.nothad", () -> events.noContainer(task));
    }
    if (taskSucceeded) {
      leaveQueues();
    }
    return had;
  }

  private boolean movesTasks() {
    return estimatorContext != null && reuses && estimatorContext.mode.acts();
  }

  private void leaveQueues() {
    if (movesTasks()) {
      estimatorContext.guard.runInline(
          "tez.left", () -> events.queues().left().forEach(this::leave), () -> {});
    }
  }

  private void leave(ContainerId container) {
    left.add(container);
    giveBack(container);
  }

  @Override
  public Object deallocateContainer(ContainerId container) {
    Object task = super.deallocateContainer(container);
    if (left.remove(container) && task != null) {
      forward("tez.moving", () -> moving.add(taskOf(task)));
    }
    return task;
  }

  private static TezTaskID taskOf(Object attempt) {
    return ((TaskAttempt) attempt).getTaskAttemptID().getTaskID();
  }

  /** Returns true for a task that left a queue for an idle container, which may be on any node. */
  @Override
  protected boolean runsAnywhere(Object task) {
    return !moving.isEmpty()
        && estimatorContext.guard.callInline(
            "tez.anywhere", () -> moving.remove(taskOf(task)), () -> false);
  }

  @Override
  protected boolean asksNodeToStop(Object task, ContainerId container) {
    return estimatorContext != null
        && estimatorContext.guard.callInline(
            "tez.stop", () -> ContainerStopHook.ask((TaskAttempt) task, container), () -> false);
  }

  @Override
  protected boolean awaitsEnds() {
    return chooses;
  }

  @Override
  protected void released(ContainerId container) {
    forward("tez.released", () -> events.queues().released(container));
  }

  @Override
  public void onContainersCompleted(List<ContainerStatus> statuses) {
    super.onContainersCompleted(translated(statuses));
    forward(
        "tez.gone",
        () -> statuses.forEach(status -> events.containerEnded(status.getContainerId())));
  }

  /**
   * Translates statuses even while the guard is tripped: tasks must not fail the DAG during its
   * cool-down.
   */
  List<ContainerStatus> translated(List<ContainerStatus> statuses) {
    if (estimatorContext == null || !estimatorContext.mode.acts()) {
      return statuses;
    }
    try {
      return PreemptionTranslator.translated(statuses, estimatorContext.metrics.lost);
    } catch (Throwable e) { // an exception would end the Application Master
      estimatorContext.guard.recordFailure("tez.completed", e);
      return statuses;
    }
  }

  @Override
  public void dagComplete() {
    super.dagComplete();
    onDagEnded();
  }

  @Override
  public void initiateStop() {
    super.initiateStop();
    onDagEnded();
  }

  private void onDagEnded() {
    left.clear();
    moving.clear();
    forward("tez.dag-ended", events::onDagEnded);
  }

  /**
   * Passes an event of a container or task on, even while the guard is tripped: otherwise running
   * or ended tasks would count as waiting once the guard has recovered.
   */
  private void forward(String hook, ThrowingRunnable event) {
    if (estimatorContext == null) {
      return;
    }
    try {
      event.run();
    } catch (Throwable e) { // an exception would end the Application Master
      estimatorContext.guard.recordFailure(hook, e);
    }
  }

  @Override
  public void shutdown() throws Exception {
    super.shutdown();
    if (estimatorContext != null) {
      estimatorContext.histories.close(KEEPING_MS);
    }
  }
}
