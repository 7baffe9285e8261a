// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import java.util.regex.Pattern;

/**
 * Way in which a container ran out of memory, or {@link #NONE}: recognised from its exit status and
 * diagnostics. A container that is stopped through YARN has a status below 0. Status 137 with
 * stock's text for it is thus a kill from outside YARN, nearly always by the kernel at the memory
 * limit of the container's cgroup or of the node. Status 143 is a request to terminate, which the
 * kernel never makes.
 */
public enum MemoryFailure {
  NONE,
  /** The NodeManager stopped it: it used more virtual memory than allowed. */
  VIRTUAL_LIMIT,
  /** The NodeManager stopped it: it used more memory than the container's size. */
  PHYSICAL_LIMIT,
  /** It was killed, but not by YARN: the kernel does so where cgroups enforce memory. */
  KILLED_OUTSIDE,
  /** The JVM ran out of heap. */
  HEAP;

  private static final int KILLED_EXCEEDED_VMEM = -103;
  private static final int KILLED_EXCEEDED_PMEM = -104;
  private static final int JVM_EXIT_ON_OUT_OF_MEMORY = 3;
  private static final int SPARK_OUT_OF_MEMORY = 52;
  private static final int KILLED = 137;

  /** Exit status of a process that was requested to terminate. */
  static final int TERMINATED = 143;

  /** Diagnostics that ContainerImpl adds if a container is killed without a request to stop it. */
  private static final String BY_SIGNAL = "Killed by external signal";

  /** Matches out-of-memory errors except those that lack other resources than heap. */
  private static final Pattern OUT_OF_HEAP =
      Pattern.compile(
          "java\\.lang\\.OutOfMemoryError"
              + "(?!: (Metaspace|Compressed class space|[Uu]nable to create))");

  /** Behaviour of a container's JVM when it runs out of memory. */
  public enum Jvm {
    /** Unknown. */
    ANY,
    /** It exits by itself, with its own exit status. */
    EXITS,
    /** It is a Spark executor. */
    SPARK
  }

  /**
   * Returns the memory failure of a container.
   *
   * @param exitStatus the container's, as of {@code ContainerExitStatus} if below 0
   * @param diagnostics null if there are none; they contain the end of the container's standard
   *     error if it failed
   * @param jvm not null
   * @return never null
   */
  public static MemoryFailure of(int exitStatus, String diagnostics, Jvm jvm) {
    switch (exitStatus) {
      case KILLED_EXCEEDED_VMEM:
        return VIRTUAL_LIMIT;
      case KILLED_EXCEEDED_PMEM:
        return PHYSICAL_LIMIT;
      case KILLED:
        return diagnostics != null && diagnostics.contains(BY_SIGNAL) ? KILLED_OUTSIDE : NONE;
      case 0:
      case TERMINATED:
        return NONE;
      default:
        return exitStatus > 0 && isOutOfHeap(exitStatus, diagnostics, jvm) ? HEAP : NONE;
    }
  }

  private static boolean isOutOfHeap(int exitStatus, String diagnostics, Jvm jvm) {
    return (jvm == Jvm.EXITS && exitStatus == JVM_EXIT_ON_OUT_OF_MEMORY)
        || (jvm == Jvm.SPARK && exitStatus == SPARK_OUT_OF_MEMORY)
        || (diagnostics != null && OUT_OF_HEAP.matcher(diagnostics).find());
  }
}
