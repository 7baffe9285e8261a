// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.common.kernel.MemoryUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.estimate.UsageWindow;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;

/**
 * State of one container on a node: its measured usage and its allocation. The state does not grow
 * with time. Not thread-safe.
 */
public final class NodeTask {
  private static final double NANOS_A_MS = 1e6;

  /** Maximum number of lookups of a container's cgroup, which the executor creates. */
  public static final int MAX_MISSES = 60;

  /**
   * Number of measurements without a process in the cgroup after which a task counts as outside.
   */
  private static final int ABSENCES_TO_BE_OUTSIDE = 2;

  /**
   * Number of measurements for which the CPU share counts as unknown; above 1, because the executor
   * may write its own share after the first.
   */
  private static final int MEASUREMENTS_WITHOUT_SHARE = 2;

  /**
   * Number of measurements without news of the current attempt after which it counts as unknown.
   */
  public static final int MAX_UNSEEN = 3;

  private UsageHistory history;
  private long startNanos;
  private boolean isNewAttempt;
  private TezAttemptLogs logs;
  private long seenNanos;
  private int unseen;
  private final Set<ResourceKind> owed = EnumSet.noneOf(ResourceKind.class);
  private TaskContainer container;
  private int misses;
  private double cpuAllocated;
  private long cpuWeight;
  private int measurementsWithoutShare;
  private double memoryAllocated;
  private double totalMs = Double.NaN;
  private boolean isInside;
  private boolean wasInside;
  private int absences;
  private final UsageMeter meter = new UsageMeter();

  public NodeTask(TaskContainer container, UsageHistory history, long startNanos) {
    this.container = container;
    this.history = history;
    start(startNanos);
    cpuAllocated = container.entitled(ResourceKind.CPU);
    memoryAllocated = container.entitled(ResourceKind.MEMORY);
    cpuWeight = Math.round(cpuAllocated);
    isInside = !container.isOutside();
  }

  /** Returns the latest state of the container; never null. */
  public TaskContainer container() {
    return container;
  }

  /** Sets the start time of a container that was placed earlier. */
  public void start(long nowNanos) {
    startNanos = nowNanos;
    seenNanos = nowNanos;
  }

  /** Sets the logs of a container that runs several tasks one after another. */
  public void setLogs(TezAttemptLogs where) {
    logs = where;
  }

  /**
   * Returns the logs that name the current attempt; null if there are none or the container runs a
   * single task.
   */
  public TezAttemptLogs logs() {
    return logs;
  }

  /**
   * Records the attempt that a container with several tasks runs. A new attempt starts with an
   * empty history and keeps the container's amounts.
   *
   * @param attempt null if unknown
   * @param begunNanos start of the attempt; moved between the previous call and now if outside
   * @param histories supplies empty histories
   */
  public void recordAttempt(
      TezAttemptId attempt, long begunNanos, long nowNanos, Supplier<UsageHistory> histories) {
    TaskIdentity now = container.task().running(attempt);
    if (!Objects.equals(now.attempt(), container.task().attempt())) {
      container = container.with(now);
      history = histories.get();
      startNanos = Math.max(seenNanos, Math.min(begunNanos, nowNanos));
      totalMs = Double.NaN;
      isNewAttempt = true;
    }
    seenNanos = nowNanos;
    unseen = 0;
  }

  /**
   * Counts a measurement that did not show the attempt. Returns whether there were so many in a row
   * that the container may run another attempt.
   */
  public boolean countUnseen() {
    unseen++;
    return logs != null && unseen > MAX_UNSEEN;
  }

  /** Replaces the container's state. */
  public void setContainer(TaskContainer now) {
    container = now;
  }

  /** Returns whether the cgroup is still to be looked up. */
  public boolean awaitsGroup() {
    return container.group() == null && container.isWork() && misses < MAX_MISSES;
  }

  /**
   * Counts a lookup that found no cgroup.
   *
   * @return whether this was the last lookup
   */
  public boolean countMiss() {
    misses++;
    return misses == MAX_MISSES;
  }

  /** Returns the usage history of the current task. */
  public UsageHistory history() {
    return history;
  }

  /**
   * Adds a measurement; ignores one that is not later than the last.
   *
   * @param cpu null if it cannot be read, like {@code memory}
   */
  public void measured(CpuUsage cpu, MemoryUsage memory, long nowNanos) {
    isInside = true;
    wasInside = true;
    if (!meter.isLater(nowNanos)) {
      return;
    }
    // The window in which a task began belongs in part to the previous task.
    if (meter.hasReading() && !isNewAttempt) {
      double bytes = memory == null ? 0 : memory.workingSetBytes();
      history.add(
          new UsageWindow(
              elapsedMs(nowNanos), meter.millicores(cpu, nowNanos), bytes, progress(nowNanos)));
    }
    isNewAttempt = false;
    meter.read(cpu, memory, nowNanos);
  }

  /**
   * Marks the start of a report: the reported usage is the average since the last report, because
   * tasks vary between measurements and an epoch has several. For a new task it includes usage of
   * the previous task in the same container. Must be {@link #isMeasured}.
   */
  public void report() {
    meter.report();
  }

  /**
   * Records that the cgroup has no process: the container has not started or runs elsewhere, so the
   * cgroup's usage says nothing about it.
   */
  public void markAbsent() {
    isInside = false;
    absences++;
    dropMeasurement();
  }

  /** Drops the last measurement, so that no window spans the gap. */
  public void dropMeasurement() {
    meter.forget();
  }

  /** Returns whether the container is known to run in its cgroup. */
  public boolean isInside() {
    return isInside;
  }

  /**
   * Returns whether the container runs outside its cgroup. A container whose processes have left
   * the cgroup is about to end; one seen only once without a process may be about to enter it.
   */
  public boolean runsOutside() {
    return container.isOutside()
        || (container.hasOwnGroup() && !wasInside && absences >= ABSENCES_TO_BE_OUTSIDE);
  }

  /** Returns whether a usage is known. */
  public boolean isMeasured() {
    return meter.isMeasured();
  }

  /**
   * Returns the CPU usage between the last two reports in millicores, or the latest memory usage in
   * bytes. The container must have the resource.
   */
  public double used(ResourceKind kind) {
    return meter.used(kind);
  }

  /** Returns the pressure between the last two reports. */
  public ResourcePressure pressure(ResourceKind kind) {
    return meter.pressure(kind);
  }

  /** Returns the granted amount, in millicores or bytes. */
  public double allocated(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuAllocated : memoryAllocated;
  }

  /** Records an amount that was written, in millicores or bytes; clears {@link #isOwed}. */
  public void allocate(ResourceKind kind, double amount) {
    if (kind == ResourceKind.CPU) {
      cpuAllocated = amount;
    } else {
      memoryAllocated = amount;
    }
    owed.remove(kind);
  }

  /**
   * Records that the entitlement could not be restored: the amount stays, and the entitlement is
   * owed.
   */
  public void owe(ResourceKind kind) {
    owed.add(kind);
  }

  /** Returns whether the entitlement is still to be restored. */
  public boolean isOwed(ResourceKind kind) {
    return owed.contains(kind);
  }

  /** Returns the CPU share that was last written, in millicores; 0 if unknown. */
  public long weight() {
    return cpuWeight;
  }

  /** Records a CPU share that was written, in millicores. */
  public void setShare(long millicores) {
    cpuWeight = millicores;
  }

  /**
   * Marks the CPU share as unknown for the next measurements, because the executor is about to
   * write it.
   */
  public void markShareUnknown() {
    cpuWeight = 0;
    measurementsWithoutShare = MEASUREMENTS_WITHOUT_SHARE;
  }

  /**
   * Keeps the CPU share unknown while the executor may still write it. Called once a measurement.
   */
  public void keepShareUnknown() {
    if (measurementsWithoutShare > 0) {
      measurementsWithoutShare--;
      cpuWeight = 0;
    }
  }

  /**
   * Returns the minimum that keeps the task alive, in millicores or bytes; the entitlement if that
   * is unknown.
   */
  public double minimum(ResourceKind kind, MinimumResources floors) {
    double entitled = container.entitled(kind);
    if (container.task() == null || !container.has(kind) || !isMeasured()) {
      return entitled;
    }
    return kind == ResourceKind.CPU ? floors.cpu(entitled) : minMemory(used(kind), floors);
  }

  /** Returns the minimum memory for a working set, in bytes. */
  public double minMemory(double workingSetBytes, MinimumResources floors) {
    double entitled = container.entitled(ResourceKind.MEMORY);
    return container.task() == null
        ? entitled
        : floors.memory(workingSetBytes, container.task().heapBytes(), entitled);
  }

  /**
   * Returns whether the container runs the given attempt.
   *
   * @param attempt null if unknown, as from an older ResourceManager
   */
  public boolean isOf(String attempt) {
    TaskIdentity task = container.task();
    return task == null || !task.isOfSeveral() || Objects.equals(task.attempt(), attempt);
  }

  /** Sets the expected run time from start to end, in ms; NaN if unknown. */
  public void setTotalMs(double ms) {
    totalMs = ms;
  }

  /** Returns the progress of the task; NaN if unknown. */
  public double progress(long nowNanos) {
    return FinishTimeEstimator.progressOf(totalMs, elapsedMs(nowNanos));
  }

  /** Returns how long the task has run, in ms; 0 or more. */
  public double elapsedMs(long nowNanos) {
    return Math.max(0, nowNanos - startNanos) / NANOS_A_MS;
  }
}
