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
package org.yarnext.elastic.policy.trust;

import java.util.regex.Pattern;

/**
 * Decides whether a container ended because its memory was too small, from what the NodeManager
 * knows of its end. That it was killed by a signal (137, 143) says nothing: whoever stops a
 * container does it so.
 */
public enum MemoryFailure {
  NONE,
  /** Stopped by the NodeManager: more virtual memory than allowed. */
  VIRTUAL_LIMIT,
  /** Stopped by the NodeManager: more memory than the container's size. */
  PHYSICAL_LIMIT,
  /** The JVM had no heap left. */
  HEAP;

  private static final int KILLED_EXCEEDED_VMEM = -103;
  private static final int KILLED_EXCEEDED_PMEM = -104;
  private static final int JVM_EXIT_ON_OUT_OF_MEMORY = 3;
  private static final int SPARK_OUT_OF_MEMORY = 52;
  private static final int KILLED = 137;
  private static final int TERMINATED = 143;

  /** Those that say so are short of something else than heap. */
  private static final Pattern OUT_OF_HEAP =
      Pattern.compile(
          "java\\.lang\\.OutOfMemoryError"
              + "(?!: (Metaspace|Compressed class space|[Uu]nable to create))");

  /** What is known of how a container's JVM ends without memory. */
  public enum Jvm {
    /** Nothing. */
    ANY,
    /** It exits by itself, with a status of its own. */
    EXITS,
    /** It is a Spark executor's. */
    SPARK
  }

  /**
   * @param exitStatus the container's, as of {@code ContainerExitStatus} if below 0
   * @param diagnostics null if there are none; the end of the container's standard error is in them
   *     if it failed
   * @param jvm not null
   * @return never null
   */
  public static MemoryFailure of(int exitStatus, String diagnostics, Jvm jvm) {
    switch (exitStatus) {
      case KILLED_EXCEEDED_VMEM:
        return VIRTUAL_LIMIT;
      case KILLED_EXCEEDED_PMEM:
        return PHYSICAL_LIMIT;
      case 0:
      case KILLED:
      case TERMINATED:
        return NONE;
      default:
        return exitStatus > 0 && outOfHeap(exitStatus, diagnostics, jvm) ? HEAP : NONE;
    }
  }

  private static boolean outOfHeap(int exitStatus, String diagnostics, Jvm jvm) {
    return (jvm == Jvm.EXITS && exitStatus == JVM_EXIT_ON_OUT_OF_MEMORY)
        || (jvm == Jvm.SPARK && exitStatus == SPARK_OUT_OF_MEMORY)
        || (diagnostics != null && OUT_OF_HEAP.matcher(diagnostics).find());
  }
}
