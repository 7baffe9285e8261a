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
package org.yarnext.tools.simulate.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * CPU use of the tasks of a stage over their time, part by part, for worlds in which they share
 * them: which share of its run time a part takes with nobody else on the node, how many of its
 * threads can run at once, which share of the part they do and do not wait for disks and networks,
 * and how far its application says it is. Immutable.
 */
public final class SimCpuProfile {
  /** One thread that never waits, and whose progress is even. */
  public static final SimCpuProfile EVEN = new SimCpuProfile().part("all", 1, 1, 1, 1);

  private static final double ROUNDING = 1e-9;

  private final List<Part> parts;

  /** A part of a task's time. Immutable. */
  public static final class Part {
    private final String name;
    private final double time;
    private final double progress;
    private final int threads;
    private final double busy;

    private Part(String name, double time, double progress, int threads, double busy) {
      this.name = name;
      this.time = time;
      this.progress = progress;
      this.threads = threads;
      this.busy = busy;
    }

    public String name() {
      return name;
    }

    /** Its share of the task's run time with nobody else on the node, 0 to 1. */
    public double time() {
      return time;
    }

    /** Its share of the task's progress as its application tells it, 0 to 1. */
    public double progress() {
      return progress;
    }

    /** How many threads run at once while it does not wait; 1 or more. */
    public int threads() {
      return threads;
    }

    /** The share of its time in which they run, the rest being waits; 0 to 1. */
    public double busy() {
      return busy;
    }
  }

  /** Without parts yet. */
  public SimCpuProfile() {
    this(Collections.emptyList());
  }

  private SimCpuProfile(List<Part> parts) {
    this.parts = Collections.unmodifiableList(parts);
  }

  /**
   * The same with one more part at the end.
   *
   * @param time share of the run time with nobody else on the node, above 0
   * @param progress share of the progress that is told, 0 or more
   * @param threads that run at once, 1 or more
   * @param busy share of the part in which they run, 0 to 1
   * @throws IllegalArgumentException if one is outside, or the shares exceed 1
   */
  public SimCpuProfile part(String name, double time, double progress, int threads, double busy) {
    if (!(time > 0) || !(progress >= 0) || threads < 1 || !(busy >= 0 && busy <= 1)) {
      throw new IllegalArgumentException(
          String.format("%s: %s %s %d %s", name, time, progress, threads, busy));
    }
    List<Part> more = new ArrayList<>(parts);
    more.add(new Part(name, time, progress, threads, busy));
    if (more.stream().mapToDouble(Part::time).sum() > 1 + ROUNDING
        || more.stream().mapToDouble(Part::progress).sum() > 1 + ROUNDING) {
      throw new IllegalArgumentException("the parts up to " + name + " are more than the whole");
    }
    return new SimCpuProfile(more);
  }

  /** In the order of time; unmodifiable. */
  public List<Part> parts() {
    return parts;
  }
}
