// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.Arrays;

/** List of task run times that grows as tasks are read. Not thread-safe. */
public final class RunTimes {
  private int[] ms = new int[16];
  private int size;

  /** Adds a run time, at least 1 ms and at most 24 days. */
  public void add(long runMs) {
    if (size == ms.length) {
      ms = Arrays.copyOf(ms, 2 * size);
    }
    ms[size++] = (int) Math.max(1, Math.min(Integer.MAX_VALUE, runMs));
  }

  public int size() {
    return size;
  }

  public int[] toArray() {
    return Arrays.copyOf(ms, size);
  }
}
