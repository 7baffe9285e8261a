// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One task: what it asks for, how long it runs, where it would like to. Immutable. */
public final class SimTask {
  private final long memoryMb;
  private final int vcores;
  private final long durationMs;
  private final List<String> hosts;

  /**
   * @param memoryMb requested memory; above 0
   * @param vcores requested vcores; above 0
   * @param durationMs run time with the ideal memory; 0 or more
   */
  public SimTask(long memoryMb, int vcores, long durationMs) {
    this(memoryMb, vcores, durationMs, Collections.emptyList());
  }

  /**
   * @param hosts hosts of the input data; not null, empty for anywhere
   */
  public SimTask(long memoryMb, int vcores, long durationMs, List<String> hosts) {
    if (memoryMb <= 0 || vcores <= 0 || durationMs < 0) {
      throw new IllegalArgumentException(
          "a task of " + memoryMb + " MB, " + vcores + " vcores and " + durationMs + " ms");
    }
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.durationMs = durationMs;
    this.hosts =
        hosts.isEmpty()
            ? Collections.emptyList()
            : Collections.unmodifiableList(new ArrayList<>(hosts));
  }

  /** Returns the requested memory in MB; above 0. */
  public long memoryMb() {
    return memoryMb;
  }

  /** Returns the requested vcores; above 0. */
  public int vcores() {
    return vcores;
  }

  /** Returns the run time with the ideal memory, in ms; 0 or more. */
  public long durationMs() {
    return durationMs;
  }

  /** Returns the hosts of the input data; empty for anywhere. Unmodifiable. */
  public List<String> hosts() {
    return hosts;
  }
}
