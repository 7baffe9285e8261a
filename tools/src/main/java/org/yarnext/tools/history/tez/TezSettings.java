// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.yarnext.common.launch.JvmHeapParser;
import org.yarnext.elastic.policy.heap.TaskVariables;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;
import org.yarnext.elastic.profile.TagProfiles;
import org.yarnext.tools.history.record.JvmHeapShare;

/**
 * Memory settings of tasks in a Tez history: those of the Application Master, or of an edge, which
 * take precedence. Names and defaults are those of Tez 0.10.5. Immutable.
 */
final class TezSettings {
  private static final String RUNTIME = "tez.runtime.";
  private static final String SCALE = "tez.task.scale.memory.";
  private static final double RESERVED = 0.3;
  private static final double RESERVED_EACH = 0.015;
  private static final double MAX_RESERVED_EACH = 0.1;
  private static final float FETCHED = 0.9f;
  private static final int SMALL_MB = 4096;
  private static final int SORTED_MB = 100;

  private final Map<String, String> values;

  TezSettings(Map<String, String> values) {
    this.values = new HashMap<>(values);
  }

  /** Returns these settings, overridden by those of an edge. */
  TezSettings with(Map<String, String> edge) {
    TezSettings both = new TezSettings(values);
    both.values.putAll(edge);
    return both;
  }

  private double number(String key, double usual) {
    String value = values.get(key);
    try {
      return value == null ? usual : Double.parseDouble(value.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + "=" + value + " is not a number", e);
    }
  }

  /** Returns the default memory of a task, in MB. */
  long taskMb() {
    return (long) number("tez.task.resource.memory.mb", 1024);
  }

  /** Returns the vcores of a task; above 0. */
  int taskVcores() {
    return (int) Math.max(1, number("tez.task.resource.cpu.vcores", 1));
  }

  /** Returns the queue of the application. */
  String queue() {
    return values.getOrDefault("tez.queue.name", "default");
  }

  private String jvmOptions() {
    return values.getOrDefault("tez.task.launch.cluster-default.cmd-opts", "")
        + " "
        + values.getOrDefault("tez.task.launch.cmd-opts", "");
  }

  /** Returns the maximum heap of a task with this memory, in MB; -1 if unknown. */
  long heapMb(long memoryMb) {
    String options = jvmOptions();
    long statedMb = JvmHeapParser.maxHeapMb(options);
    // Tez adds no -Xmx to these. It puts its own before other options, which may override it.
    if (statedMb >= 0 || options.contains("-Xmx") || options.contains("-Xms")) {
      return statedMb;
    }
    double share = number("tez.container.max.java.heap.fraction", 0.8);
    if (share == -1) {
      share = memoryMb < SMALL_MB ? 0.7 : 0.8;
    }
    return share > 0 && share < 1 ? Math.max(1, (long) (memoryMb * share)) : -1;
  }

  /**
   * Returns the sort buffer in MB; 0 if it is known to follow the heap. If a variable has a
   * default, the history contains only that default, because Tez substitutes it first.
   */
  double sortMb() {
    String key = RUNTIME + "io.sort.mb";
    boolean follows = values.getOrDefault(key, "").contains(TaskVariables.SORT_MB);
    return follows ? 0 : number(key, SORTED_MB);
  }

  /** Returns whether the application has memory profiles in its tags. */
  boolean isElastic() {
    return values
        .getOrDefault("tez.application.tags", "")
        .toLowerCase(Locale.ROOT)
        .contains(TagProfiles.PREFIX);
  }

  /** Returns whether the application was a session; otherwise it has the name of its only DAG. */
  boolean isSession() {
    return Boolean.parseBoolean(values.get("tez.am.mode.session"));
  }

  /** Returns the class that sets tasks' priorities if it is not one of Tez's; null otherwise. */
  String foreignDagScheduler() {
    String name = values.get("tez.am.dag.scheduler.class");
    boolean known =
        name == null
            || name.endsWith(".DAGSchedulerNaturalOrder")
            || name.endsWith(".DAGSchedulerNaturalOrderControlled");
    return known ? null : name;
  }

  /**
   * Returns the shuffle's settings for a vertex whose only large buffers are one input's shuffle
   * and its outputs' sort buffers.
   *
   * @param inputsAndOutputs number of a task's inputs and outputs; Tez reserves some heap for each
   * @param sortMb size of the sort buffers, in MB
   * @param heapMb the task's heap; used only if there is a sort buffer
   * @throws IllegalArgumentException if the settings are invalid
   */
  ShuffleSettings shuffle(int inputsAndOutputs, double sortMb, long heapMb) {
    ShuffleSettings usual = ShuffleSettings.TEZ;
    float heapShare = JvmHeapShare.share(jvmOptions());
    double wanted = number(RUNTIME + "shuffle.fetch.buffer.percent", FETCHED);
    double besides = sortMb > 0 ? sortMb / (heapMb * heapShare) : 0;
    double ofAll = wanted > 0 ? wanted / (wanted + besides) : 0; // both weigh the same
    double granted = isScaled() ? (1 - reserved(inputsAndOutputs)) * ofAll : 1;
    return new ShuffleSettings(
        (float) Math.min(granted, wanted) * heapShare,
        (float) number(RUNTIME + "shuffle.memory.limit.percent", usual.single()),
        (float) number(RUNTIME + "shuffle.merge.percent", usual.merge()),
        (float) number(RUNTIME + "task.input.post-merge.buffer.percent", usual.retain())
            * heapShare,
        (int) number(RUNTIME + "io.sort.factor", usual.sortFactor()));
  }

  private boolean isScaled() {
    return !"false".equalsIgnoreCase(values.getOrDefault(SCALE + "enabled", "").trim());
  }

  /**
   * Returns the reserved share of the heap, as Tez's WeightedScalingMemoryDistributor computes it.
   */
  private double reserved(int inputsAndOutputs) {
    String more = SCALE + "additional-reservation.fraction.";
    double forEach = inputsAndOutputs * number(more + "per-io", RESERVED_EACH);
    return number(SCALE + "reserve-fraction", RESERVED)
        + Math.min(number(more + "max", MAX_RESERVED_EACH), forEach);
  }
}
