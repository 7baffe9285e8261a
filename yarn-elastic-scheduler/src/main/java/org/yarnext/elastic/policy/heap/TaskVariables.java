// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.Map;

/**
 * Names of the environment variables that tell a task that its heap is smaller than its job
 * requested. A task without them was launched unchanged. Uses only the JDK, since tasks load this
 * class, too. Stateless.
 */
public final class TaskVariables {
  /** The task's heap, in MB. */
  public static final String HEAP_MB = "YARNEXT_ELASTIC_HEAP_MB";

  /**
   * The largest sort buffer that fits, in MB. A job that uses this variable never gets a larger
   * buffer than its own setting: {@code
   * mapreduce.task.io.sort.mb=${env.YARNEXT_ELASTIC_SORT_MB:-400}}.
   */
  public static final String SORT_MB = "YARNEXT_ELASTIC_SORT_MB";

  /** The id of the container whose command was rewritten, so that it is not rewritten twice. */
  public static final String CONTAINER = "YARNEXT_ELASTIC_CONTAINER";

  private TaskVariables() {}

  /**
   * Returns the value of a variable that holds megabytes; -1 if it is not set or not a number from
   * 1 to a billion.
   */
  public static long megabytes(Map<String, String> environment, String name) {
    String text = environment.get(name);
    if (text == null || !text.trim().matches("[0-9]{1,9}")) {
      return -1;
    }
    long mb = Long.parseLong(text.trim());
    return mb > 0 ? mb : -1;
  }
}
