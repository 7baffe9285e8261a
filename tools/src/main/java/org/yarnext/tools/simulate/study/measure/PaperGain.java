// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

/**
 * Number of a paper for one cell and one {@link ThroughputMeasure}, shown beside the simulated one.
 * Immutable.
 */
public final class PaperGain {
  private final String cell;
  private final ThroughputMeasure measure;
  private final double value;

  /**
   * @param cell the label of the cell that the number belongs to
   * @param value change relative to the baseline in percent, or in the unit of the {@link
   *     ThroughputMeasure}
   */
  public PaperGain(String cell, ThroughputMeasure measure, double value) {
    this.cell = cell;
    this.measure = measure;
    this.value = value;
  }

  /** Returns the label of the cell. */
  public String cell() {
    return cell;
  }

  public ThroughputMeasure measure() {
    return measure;
  }

  /**
   * Returns the change relative to the baseline in percent, or a value in the unit of the measure.
   */
  public double value() {
    return value;
  }
}
