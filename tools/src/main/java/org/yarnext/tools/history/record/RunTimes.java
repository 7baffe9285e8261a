// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.util.Arrays;

/**
 * Growing list of the run times of tasks, in ms; four bytes each, so that a million fit in memory.
 * Not thread-safe.
 */
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

  /** Returns the number of tasks. */
  public int size() {
    return size;
  }

  /** Returns the run times in ms, in the order in which they were added; a copy. */
  public int[] toArray() {
    return Arrays.copyOf(ms, size);
  }
}
