// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * CPU use of a stage's tasks over time, as a list of parts, for simulations in which tasks share
 * CPUs. A part has a share of the run time on an otherwise idle node, a share of the reported
 * progress, a number of concurrent threads, and the share of its time in which these threads do not
 * wait for disks and networks. Immutable.
 */
public final class SimCpuProfile {
  /** One thread that never waits, with even progress. */
  public static final SimCpuProfile EVEN = new SimCpuProfile().part("all", 1, 1, 1, 1);

  private static final double ROUNDING = 1e-9;

  private final List<Part> parts;

  /** A part of a task's run time. Immutable. */
  public static final class Part {
    private final double time;
    private final double progress;
    private final int threads;
    private final double busy;

    private Part(double time, double progress, int threads, double busy) {
      this.time = time;
      this.progress = progress;
      this.threads = threads;
      this.busy = busy;
    }

    /** Returns the part's share of the task's run time on an otherwise idle node, 0 to 1. */
    public double time() {
      return time;
    }

    /** Returns the part's share of the progress that the application reports, 0 to 1. */
    public double progress() {
      return progress;
    }

    /** Returns the number of threads that run while the part does not wait; 1 or more. */
    public int threads() {
      return threads;
    }

    /**
     * Returns the share of the part's time in which its threads run; they wait for the rest; 0 to
     * 1.
     */
    public double busy() {
      return busy;
    }
  }

  /** Creates a profile without parts. */
  public SimCpuProfile() {
    this(Collections.emptyList());
  }

  private SimCpuProfile(List<Part> parts) {
    this.parts = Collections.unmodifiableList(parts);
  }

  /**
   * Returns a copy with another part at the end.
   *
   * @param name for messages of errors
   * @param time share of the run time on an otherwise idle node, above 0
   * @param progress share of the reported progress, 0 or more
   * @param threads number of concurrent threads, 1 or more
   * @param busy share of the part in which they run, 0 to 1
   * @throws IllegalArgumentException if one is outside its range, or the sum of the shares exceeds
   *     1
   */
  public SimCpuProfile part(String name, double time, double progress, int threads, double busy) {
    if (!(time > 0) || !(progress >= 0) || threads < 1 || !(busy >= 0 && busy <= 1)) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s: %s %s %d %s", name, time, progress, threads, busy));
    }
    List<Part> more = new ArrayList<>(parts);
    more.add(new Part(time, progress, threads, busy));
    if (more.stream().mapToDouble(Part::time).sum() > 1 + ROUNDING
        || more.stream().mapToDouble(Part::progress).sum() > 1 + ROUNDING) {
      throw new IllegalArgumentException("the parts up to " + name + " are more than the whole");
    }
    return new SimCpuProfile(more);
  }

  /** Returns the parts in the order of time; unmodifiable. */
  public List<Part> parts() {
    return parts;
  }
}
