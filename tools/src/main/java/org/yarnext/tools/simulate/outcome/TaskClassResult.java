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

  /** From the ask to the start of each task that started, in ms. */
  public QuantileSketch waitsMs() {
    return waits;
  }

  /** Of each task that ended, in ms. */
  public QuantileSketch runsMs() {
    return runs;
  }

  /** Memory granted over memory asked for, in percent, of each start. */
  public QuantileSketch sizesPercent() {
    return sizes;
  }

  /** Starts, those of killed tasks included. */
  public long started() {
    return started;
  }

  /** Starts with less memory than asked for. */
  public long undersized() {
    return undersized;
  }

  /** Tasks that were stopped before their end. */
  public long killed() {
    return killed;
  }
}
