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
package org.yarnext.tools.simulate.study.measure;

/** A number of a paper, to stand beside what the simulation gives. Immutable. */
public final class PaperGain {
  private final String cell;
  private final ThroughputMeasure measure;
  private final double value;

  /**
   * @param cell the label of the cell that it belongs to
   * @param value in percent of change over the baseline, or as {@link ThroughputMeasure} says
   */
  public PaperGain(String cell, ThroughputMeasure measure, double value) {
    this.cell = cell;
    this.measure = measure;
    this.value = value;
  }

  /** The label of its cell. */
  public String cell() {
    return cell;
  }

  public ThroughputMeasure measure() {
    return measure;
  }

  /** In percent of change over the baseline, or as the measure says. */
  public double value() {
    return value;
  }
}
