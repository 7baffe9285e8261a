// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerDiagnosticsUpdateEvent;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.heap.HeapReason;
import org.yarnext.elastic.policy.heap.HeapRewrite;
import org.yarnext.elastic.policy.heap.LaunchText;
import org.yarnext.elastic.policy.heap.TaskVariables;
import org.yarnext.elastic.policy.trust.MemoryFailure;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/**
 * Reduces the heap of under-sized containers before they are launched, and reports how they ended.
 * The data needed at a container's end are in its token and launch context, so that a restart loses
 * nothing. Called with the container's lock held; thread-safe.
 */
final class UndersizedContainerManager {
  private final Supplier<FeatureMode> mode;
  private final HeapRewrite rewrite;
  private final HeapMetrics metrics;
  private final LongSupplier clock;
  private final LaunchScriptReader scripts;

  /**
   * Launch properties of containers that survived a restart. Their launch time is unknown, and the
   * NodeManager may have been configured differently then.
   */
  private final Map<ContainerId, LaunchScriptReader.LaunchProperties> recovered =
      new ConcurrentHashMap<>();

  /**
   * Creates a manager without containers.
   *
   * @param mode supplies the current mode
   * @param clock wall-clock milliseconds, as in the NodeManager's container timestamps
   */
  UndersizedContainerManager(
      Supplier<FeatureMode> mode,
      HeapRewrite rewrite,
      HeapMetrics metrics,
      LongSupplier clock,
      LaunchScriptReader scripts) {
    this.mode = mode;
    this.rewrite = rewrite;
    this.metrics = metrics;
    this.clock = clock;
    this.scripts = scripts;
  }

  /** Returns whether the container was given less memory than its application requested. */
  static boolean undersized(Container c) {
    return requestedMb(c) > grantedMb(c);
  }

  /**
   * Handles a container that is about to be launched, or will be once it is localised.
   *
   * @param context changed in place if the heap becomes smaller; null if there is none
   */
  void starting(Container c, ContainerLaunchContext context) {
    boolean real = undersized(c);
    recovered.remove(c.getContainerId()); // it gets a new process
    if (context == null || !(real || isHypothetical(c)) || endedBefore(c)) {
      return;
    }
    LaunchScriptReader.LaunchProperties before = null;
    if (real && c.isRecovering()) {
      before = scripts.of(c.getContainerId());
      recovered.put(c.getContainerId(), before);
    }
    String id = c.getContainerId().toString();
    LaunchText launch = new LaunchText(context.getCommands(), context.getEnvironment());
    long granted = grantedMb(c);
    // In shadow mode, decide as if the container had half its memory.
    Decision<LaunchText> decision =
        real
            ? rewrite.decide(id, launch, requestedMb(c), granted)
            : rewrite.decide(id, launch, granted, granted / 2);
    if (real) {
      apply(decision, context);
      count(decision, before);
    }
    metrics.explain(clock.getAsLong(), id, decision, real);
  }

  /** Returns whether the container is recovered but ended before the restart. */
  private static boolean endedBefore(Container c) {
    return c.isRecovering()
        && c.cloneAndGetContainerStatus().getExitStatus() != ContainerExitStatus.INVALID;
  }

  /**
   * Returns whether to make a hypothetical decision. In shadow mode nothing is under-sized, unless
   * the ResourceManager's mode differs.
   */
  private boolean isHypothetical(Container c) {
    return mode.get() == FeatureMode.SHADOW
        && c.getContainerTokenIdentifier().getContainerType() == ContainerType.TASK
        && grantedMb(c) > 1;
  }

  private void apply(Decision<LaunchText> decision, ContainerLaunchContext context) {
    if (decision.value() != null) {
      LaunchText smaller = decision.value();
      context.setEnvironment(smaller.environment());
      context.setCommands(smaller.commands());
    }
  }

  /**
   * Counts a decision.
   *
   * @param before how its process was launched; null if it was not
   */
  private void count(Decision<LaunchText> decision, LaunchScriptReader.LaunchProperties before) {
    boolean known = LaunchScriptReader.LaunchProperties.isKnown(before);
    if (known ? before.smaller() : decision.reason() == HeapReason.HEAP_SHRUNK_BEFORE) {
      metrics.shrunkBefore.increment();
    } else if (!known && decision.value() != null) {
      metrics.shrunk.increment();
    } else {
      metrics.left.increment();
    }
  }

  /**
   * Handles a container that is about to be done; lines added to its diagnostics here are reported.
   */
  void ending(Container c) {
    LaunchScriptReader.LaunchProperties before = recovered.remove(c.getContainerId());
    if (!undersized(c) || c.getContainerLaunchTime() <= 0) {
      return;
    }
    ContainerStatus status = c.cloneAndGetContainerStatus();
    ContainerLaunchContext context = c.getLaunchContext();
    LaunchText launch = new LaunchText(context.getCommands(), context.getEnvironment());
    int exit = status.getExitStatus();
    MemoryFailure failure = MemoryFailure.of(exit, status.getDiagnostics(), jvm(launch, before));
    long ranMs = before == null ? Math.max(0, clock.getAsLong() - c.getContainerLaunchTime()) : -1;
    UndersizedEnd.Outcome outcome = UndersizedEnd.outcome(exit, failure);
    boolean smaller =
        LaunchScriptReader.LaunchProperties.isKnown(before)
            ? before.smaller()
            : HeapRewrite.isRewritten(c.getContainerId().toString(), launch);
    UndersizedEnd end =
        smaller ? shrunk(c, launch, ranMs, outcome) : left(c, launch, before, ranMs, outcome);
    metrics.ended.increment();
    if (end.outcome() == UndersizedEnd.Outcome.OUT_OF_MEMORY) {
      metrics.outOfMemory.increment();
    }
    // The NodeManager writes the time before the text, and the text must be on its own line.
    c.handle(new ContainerDiagnosticsUpdateEvent(c.getContainerId(), "\n" + end.lines()));
  }

  private static UndersizedEnd shrunk(
      Container c, LaunchText launch, long ranMs, UndersizedEnd.Outcome outcome) {
    long nowMb = TaskVariables.megabytes(launch.environment(), TaskVariables.HEAP_MB);
    return new UndersizedEnd(requestedMb(c), grantedMb(c), true, ranMs, outcome)
        .withHeapMb(nowMb < 0 ? -1 : nowMb + requestedMb(c) - grantedMb(c));
  }

  /**
   * Describes the end of a container whose heap was left. If the heap could be made smaller now,
   * the node failed to do so. For a launch before a restart, it is unknown whether the application
   * is to blame.
   */
  private UndersizedEnd left(
      Container c,
      LaunchText launch,
      LaunchScriptReader.LaunchProperties before,
      long ranMs,
      UndersizedEnd.Outcome outcome) {
    String why = UndersizedEnd.NODE;
    long heapMb = -1;
    if (before == null) {
      String id = c.getContainerId().toString();
      try {
        Decision<LaunchText> now = rewrite.decide(id, launch, requestedMb(c), grantedMb(c));
        why = now.value() == null ? now.reason().code() : UndersizedEnd.NODE;
        heapMb = HeapRewrite.heapMb(now);
      } catch (RuntimeException | StackOverflowError e) { // counted at the launch
        why = HeapReason.HEAP_LEFT_UNREADABLE.code();
      }
    }
    return UndersizedEnd.left(requestedMb(c), grantedMb(c), why, ranMs, outcome).withHeapMb(heapMb);
  }

  int runningThroughRestart() {
    return recovered.size();
  }

  private static MemoryFailure.Jvm jvm(
      LaunchText launch, LaunchScriptReader.LaunchProperties before) {
    boolean exits =
        LaunchScriptReader.LaunchProperties.isKnown(before)
            ? before.exits()
            : launch.commands().stream()
                .anyMatch(part -> part.contains(HeapRewrite.EXIT_ON_OUT_OF_MEMORY));
    if (exits) {
      return MemoryFailure.Jvm.EXITS;
    }
    return HeapRewrite.framework(launch) == Framework.SPARK
        ? MemoryFailure.Jvm.SPARK
        : MemoryFailure.Jvm.ANY;
  }

  private static long requestedMb(Container c) {
    ContainerTokenIdentifier token = c.getContainerTokenIdentifier();
    return token.getContainerType() == ContainerType.TASK
        ? UndersizedTag.requestedMb(token.getAllcationTags())
        : -1;
  }

  private static long grantedMb(Container c) {
    return c.getContainerTokenIdentifier().getResource().getMemorySize();
  }
}
