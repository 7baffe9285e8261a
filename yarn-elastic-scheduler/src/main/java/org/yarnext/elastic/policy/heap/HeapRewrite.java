// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.launch.ShellToken;

/**
 * Rewrites the launch command and environment of an under-sized container to reduce its JVM's
 * largest heap by {@link HeapRules#lostHeapMb}, so that the memory which a task needs beside the
 * heap remains.
 *
 * <p>A heap that would become too small stays as it is if it fits into the smaller container: the
 * application has requested more than its heap needs.
 *
 * <p>Every option that would allow a larger heap is lowered, so the heap is bounded whichever
 * option the JVM obeys. Nothing is changed if the heap cannot be found or would be too small.
 * Immutable and thread-safe.
 */
public final class HeapRewrite {
  /** Option added for {@link HeapRules#exitOnOutOfMemory}; an older JVM ignores it. */
  public static final String EXIT_ON_OUT_OF_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final String HEAP_MB = "heapMb";

  private static final String EXIT_OPTIONS =
      " -XX:+IgnoreUnrecognizedVMOptions " + EXIT_ON_OUT_OF_MEMORY;

  private final HeapRules rules;

  public HeapRewrite(HeapRules rules) {
    this.rules = rules;
  }

  /**
   * Decides the launch command and environment of the container; the value is null to launch it
   * unchanged. Never throws, whatever a command or an environment contains.
   *
   * @param containerId not null
   * @param requestedMb memory requested by its application, in MB
   * @param grantedMb memory of the container, in MB; below 0 is treated as not under-sized
   */
  public Decision<LaunchText> decide(
      String containerId, LaunchText launch, long requestedMb, long grantedMb) {
    if (requestedMb <= grantedMb || grantedMb < 0) {
      return left(HeapReason.HEAP_LEFT_NOT_UNDERSIZED, requestedMb, grantedMb);
    }
    if (isRewritten(containerId, launch)) {
      return left(HeapReason.HEAP_SHRUNK_BEFORE, requestedMb, grantedMb);
    }
    JvmSearch search = new JvmSearch(launch);
    Framework framework = framework(search);
    if (search.isTooLong()) {
      return left(HeapReason.HEAP_LEFT_UNREADABLE, requestedMb, grantedMb)
          .with("framework", framework)
          .with("maxText", JvmSearch.MAX_TEXT);
    }
    List<JvmOptions> deciding = deciding(search);
    if (deciding == null) {
      boolean percentage =
          search.byPrecedence().stream()
              .anyMatch(group -> group.stream().anyMatch(JvmOptions::usesPercentage));
      HeapReason reason =
          percentage ? HeapReason.HEAP_LEFT_BY_PERCENTAGE : HeapReason.HEAP_LEFT_NO_FLAG;
      return left(reason, requestedMb, grantedMb).with("framework", framework);
    }
    long was = maxBytes(deciding);
    if (was < 0) {
      return left(HeapReason.HEAP_LEFT_UNREADABLE, requestedMb, grantedMb)
          .with("framework", framework);
    }
    // Round up to whole MB.
    long wasMb = (was - 1 >> 20) + 1;
    long lostMb = HeapRules.lostHeapMb(framework, wasMb, requestedMb, grantedMb);
    long now = was - Math.min(lostMb, Long.MAX_VALUE >> 20) * (1L << 20);
    long floorMb = rules.floorMb(framework);
    HeapReason reason = HeapReason.HEAP_SHRUNK;
    if (now >> 20 < floorMb) {
      boolean fits = rules.wholeHeapMb(framework, wasMb) <= grantedMb;
      reason = fits ? HeapReason.HEAP_FITS : HeapReason.HEAP_LEFT_BELOW_FLOOR;
    }
    LaunchText smaller =
        reason == HeapReason.HEAP_SHRUNK ? rewrite(containerId, launch, search, was, now) : null;
    return Decision.of(smaller, reason)
        .with("askedMb", requestedMb)
        .with("grantedMb", grantedMb)
        .with("framework", framework)
        .with(HEAP_MB, was >> 20)
        .with("smallerHeapMb", now >> 20)
        .with("floorMb", floorMb);
  }

  /** Returns whether {@link #decide} created this launch text for the container. */
  public static boolean isRewritten(String containerId, LaunchText launch) {
    return containerId.equals(launch.environment().get(TaskVariables.CONTAINER));
  }

  /** Returns the largest heap that the application set for its JVM, in MB; -1 if none was found. */
  public static long heapMb(Decision<LaunchText> decision) {
    Object heapMb = decision.inputs().get(HEAP_MB);
    return heapMb instanceof Long ? (Long) heapMb : -1;
  }

  /** Returns the framework whose task the command runs; never null. */
  public static Framework framework(LaunchText launch) {
    return framework(new JvmSearch(launch));
  }

  private static Decision<LaunchText> left(HeapReason reason, long requestedMb, long grantedMb) {
    return Decision.<LaunchText>of(null, reason)
        .with("askedMb", requestedMb)
        .with("grantedMb", grantedMb);
  }

  private static Framework framework(JvmSearch search) {
    return search.commands().stream()
        .map(JvmOptions::framework)
        .filter(f -> f != Framework.OTHER)
        .findFirst()
        .orElse(Framework.OTHER);
  }

  /** Returns the first group of options that limits a heap; null if none does. */
  private static List<JvmOptions> deciding(JvmSearch search) {
    for (List<JvmOptions> group : search.byPrecedence()) {
      if (group.stream().anyMatch(options -> options.maxHeap() != null)) {
        return group;
      }
    }
    return null;
  }

  /**
   * Returns the largest heap of all JVMs in the group, in bytes; -1 if one of them cannot be read.
   */
  private static long maxBytes(List<JvmOptions> group) {
    long max = 0;
    for (JvmOptions options : group) {
      HeapFlag flag = options.maxHeap();
      if (flag != null) {
        if (!flag.isReadable()) {
          return -1;
        }
        max = Math.max(max, flag.bytes);
      }
    }
    return max;
  }

  private LaunchText rewrite(
      String containerId, LaunchText launch, JvmSearch search, long was, long now) {
    TextEdits edits = new TextEdits();
    boolean exits = rules.exitOnOutOfMemory() && !handlesOutOfMemory(search);
    for (List<JvmOptions> group : search.byPrecedence()) {
      for (JvmOptions options : group) {
        lower(options.flags(), was, now, edits);
        if (exits && gainsByExit(options)) {
          ShellToken java = options.java();
          edits.insert(java.endPart(), java.end(), EXIT_OPTIONS);
        }
      }
    }
    Map<String, String> environment = edits.environment(launch);
    long sortMb = SortBuffer.maxMb(now, rules.sortPercent());
    long wanted = TaskVariables.megabytes(environment, TaskVariables.SORT_MB);
    sortMb = wanted > 0 ? Math.min(wanted, sortMb) : sortMb;
    environment.put(TaskVariables.SORT_MB, Long.toString(sortMb));
    environment.put(TaskVariables.HEAP_MB, Long.toString(now >> 20));
    environment.put(TaskVariables.CONTAINER, containerId);
    return new LaunchText(edits.commands(launch), environment);
  }

  private static void lower(List<HeapFlag> flags, long was, long now, TextEdits edits) {
    for (HeapFlag flag : flags) {
      if (flag.isReadable() && flag.fitting(was, now) < flag.bytes) {
        edits.size(flag, flag.fitting(was, now));
      }
    }
  }

  /**
   * Returns whether an exit on out-of-memory helps: a JVM that exits is recognised as out of
   * memory; one that continues is not.
   */
  private static boolean gainsByExit(JvmOptions options) {
    return options.java() != null && options.framework().mayExitOnOutOfMemory();
  }

  /** Returns whether the application itself configures the handling of out-of-memory. */
  private static boolean handlesOutOfMemory(JvmSearch search) {
    return search.byPrecedence().stream()
        .anyMatch(group -> group.stream().anyMatch(JvmOptions::handlesOutOfMemory));
  }
}
