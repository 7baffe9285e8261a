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
package org.yarnext.orchestrator.nm.tasks;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.yarnext.orchestrator.nm.cgroup.kernel.CpuUsage;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryUsage;
import org.yarnext.orchestrator.policy.FinishTimeEstimator;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.estimate.UsageWindow;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;

/**
 * State of one container on a node: what was measured of it, and what it was granted. Bounded. Not
 * thread-safe.
 */
public final class NodeTask {
  private static final double NANOS_A_MS = 1e6;

  /** How often at most a group is looked for that its executor was to make. */
  public static final int MAX_MISSES = 60;

  /** In how many measurements it is not found in its group until it is taken to run elsewhere. */
  private static final int ABSENCES_TO_BE_OUTSIDE = 2;

  /** The executor may come later than the first. */
  private static final int MEASUREMENTS_TO_WEIGH = 2;

  /** In so many measurements it may be unseen which of several it runs, until that is unknown. */
  public static final int MAX_UNSEEN = 3;

  private UsageHistory history;
  private long startNanos;
  private boolean beginsAnew;
  private TezAttemptLogs logs;
  private long seenNanos;
  private int unseen;
  private final Set<ResourceKind> owed = EnumSet.noneOf(ResourceKind.class);
  private TaskContainer container;
  private int misses;
  private double cpuAllocated;
  private long cpuWeight;
  private int measurementsToWeigh;
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

  /** What is known of the container now; never null. */
  public TaskContainer container() {
    return container;
  }

  /** It starts only now. */
  public void start(long nowNanos) {
    startNanos = nowNanos;
    seenNanos = nowNanos;
  }

  /** It runs several tasks, one after the other, and logs so there. */
  public void logsIn(TezAttemptLogs where) {
    logs = where;
  }

  /** Null if nothing tells which of several it runs, or it runs a single one. */
  public TezAttemptLogs logs() {
    return logs;
  }

  /**
   * It was seen to run one of several tasks. Another one than before has a history of its own, and
   * what its container has.
   *
   * @param attempt null if none is known
   * @param begunNanos when it began; what was before the one before was seen last counts as then
   * @param histories makes an empty one
   */
  public void runs(
      TezAttemptId attempt, long begunNanos, long nowNanos, Supplier<UsageHistory> histories) {
    TaskIdentity now = container.task().running(attempt);
    if (!Objects.equals(now.attempt(), container.task().attempt())) {
      container = container.with(now);
      history = histories.get();
      startNanos = Math.max(seenNanos, Math.min(begunNanos, nowNanos));
      totalMs = Double.NaN;
      beginsAnew = true;
    }
    seenNanos = nowNanos;
    unseen = 0;
  }

  /** Once a measurement: whether it has not been seen for so long that it may run another task. */
  public boolean isUnseen() {
    unseen++;
    return logs != null && unseen > MAX_UNSEEN;
  }

  /** The same container, of which more is known. */
  public void become(TaskContainer now) {
    container = now;
  }

  /** Whether its group is to be looked for. */
  public boolean awaitsGroup() {
    return container.group() == null && container.isWork() && misses < MAX_MISSES;
  }

  /**
   * Its group was not there.
   *
   * @return whether it is given up
   */
  public boolean missed() {
    misses++;
    return misses == MAX_MISSES;
  }

  /** What the task that it runs now has used. */
  public UsageHistory history() {
    return history;
  }

  /**
   * Takes what was read at one time; a reading that is not later than the last one is left out.
   *
   * @param cpu null, each time, if it cannot be read; likewise {@code memory}
   */
  public void measured(CpuUsage cpu, MemoryUsage memory, long nowNanos) {
    isInside = true;
    wasInside = true;
    if (!meter.isLater(nowNanos)) {
      return;
    }
    // The window in which a task began is another's in part.
    if (meter.hasReading() && !beginsAnew) {
      double bytes = memory == null ? 0 : memory.workingSetBytes();
      history.add(
          new UsageWindow(
              elapsedMs(nowNanos), meter.millicores(cpu, nowNanos), bytes, progress(nowNanos)));
    }
    beginsAnew = false;
    meter.read(cpu, memory, nowNanos);
  }

  /**
   * What is reported from now on is what it used since the last report, as long as that has not
   * been measured anew: tasks do different things from one measurement to the next, and an epoch
   * has several. What the task before used in the same container counts, for one that has just
   * begun is not compared. It must be {@link #isMeasured}.
   */
  public void report() {
    meter.report();
  }

  /**
   * No process is in its group: it is not container yet, or runs elsewhere. What its group uses
   * then says nothing of it.
   */
  public void isAbsent() {
    isInside = false;
    absences++;
    isUnread();
  }

  /** What was read of it before says nothing of now. */
  public void isUnread() {
    meter.forget();
  }

  /** Whether what is given to its group is given to it, as far as is known. */
  public boolean isInside() {
    return isInside;
  }

  /**
   * Whether it runs beside the groups that are made here. One whose process has left its group is
   * about to end; one that is seen only once without may be about to enter it.
   */
  public boolean runsOutside() {
    return container.isOutside()
        || (container.hasOwnGroup() && !wasInside && absences >= ABSENCES_TO_BE_OUTSIDE);
  }

  /** Whether there is a use to tell. */
  public boolean isMeasured() {
    return meter.isMeasured();
  }

  /**
   * Between the last two reports, in millicores, or when it was measured last, in bytes; the
   * container must have the resource.
   */
  public double used(ResourceKind kind) {
    return meter.used(kind);
  }

  /** Between the last two reports. */
  public ResourcePressure pressure(ResourceKind kind) {
    return meter.pressure(kind);
  }

  /** The amount that is granted now, in millicores or bytes. */
  public double allocated(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuAllocated : memoryAllocated;
  }

  /** Takes note of an amount that was written, in millicores or bytes; nothing is owed any more. */
  public void allocate(ResourceKind kind, double amount) {
    if (kind == ResourceKind.CPU) {
      cpuAllocated = amount;
    } else {
      memoryAllocated = amount;
    }
    owed.remove(kind);
  }

  /** What its token says could not be put back: it has what it had, and is owed the other. */
  public void owe(ResourceKind kind) {
    owed.add(kind);
  }

  /** Whether what its token says is still to be put back. */
  public boolean isOwed(ResourceKind kind) {
    return owed.contains(kind);
  }

  /**
   * The share in its group, in millicores: what it has, times what a task weighs; 0 if that is not
   * known.
   */
  public long weight() {
    return cpuWeight;
  }

  /** Takes note of the share that was written. */
  public void weigh(long millicores) {
    cpuWeight = millicores;
  }

  /** Its executor is about to write the share: what is in its group is not known for a while. */
  public void weighAnew() {
    cpuWeight = 0;
    measurementsToWeigh = MEASUREMENTS_TO_WEIGH;
  }

  /** Once a measurement. */
  public void weighIfUnsure() {
    if (measurementsToWeigh > 0) {
      measurementsToWeigh--;
      cpuWeight = 0;
    }
  }

  /**
   * What keeps it alive, in millicores or bytes; what it is entitled to as long as that is not
   * known.
   */
  public double minimum(ResourceKind kind, MinimumResources floors) {
    double entitled = container.entitled(kind);
    if (container.task() == null || !container.has(kind) || !isMeasured()) {
      return entitled;
    }
    return kind == ResourceKind.CPU ? floors.cpu(entitled) : minMemory(used(kind), floors);
  }

  /** What keeps it alive, in bytes, if its working set is this. */
  public double minMemory(double workingSetBytes, MinimumResources floors) {
    double entitled = container.entitled(ResourceKind.MEMORY);
    return container.task() == null
        ? entitled
        : floors.memory(workingSetBytes, container.task().heapBytes(), entitled);
  }

  /**
   * Whether it runs the task of which something was told.
   *
   * @param attempt null if that was not told, as by a ResourceManager that is older
   */
  public boolean isOf(String attempt) {
    TaskIdentity task = container.task();
    return task == null || !task.isOfSeveral() || Objects.equals(task.attempt(), attempt);
  }

  /** From its start to its end, in ms; NaN for unknown. */
  public void total(double ms) {
    totalMs = ms;
  }

  /** NaN if it is not known. */
  public double progress(long nowNanos) {
    return FinishTimeEstimator.progressOf(totalMs, elapsedMs(nowNanos));
  }

  /** How long the task has run, in ms; 0 or more. */
  public double elapsedMs(long nowNanos) {
    return Math.max(0, nowNanos - startNanos) / NANOS_A_MS;
  }
}
