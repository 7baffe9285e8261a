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
package org.yarnext.tools.simulate.outcome;

/**
 * Result of the tasks of one class, over all jobs. Written by the {@link OutcomeRecorder} alone.
 */
public final class TaskClassResult {
  private final QuantileSketch waits = new QuantileSketch();
  private final QuantileSketch runs = new QuantileSketch();
  private final QuantileSketch sizes = new QuantileSketch();
  long started;
  long undersized;
  long killed;

  /** Returns the waits from request to start, in ms. */
  public QuantileSketch waitsMs() {
    return waits;
  }

  /** Returns the run times of ended tasks, in ms. */
  public QuantileSketch runsMs() {
    return runs;
  }

  /** Returns the granted memory as a percentage of the requested memory, of each start. */
  public QuantileSketch sizesPercent() {
    return sizes;
  }

  /** Returns the number of starts, including those of preempted tasks. */
  public long started() {
    return started;
  }

  /** Returns the number of starts with less memory than requested. */
  public long undersized() {
    return undersized;
  }

  /** Returns the number of preempted tasks. */
  public long killed() {
    return killed;
  }
}
