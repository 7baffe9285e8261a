// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.measure;

import java.util.Objects;

/**
 * A paper's number about average job times, and the computation of the simulated one. All numbers
 * are in percent. Immutable.
 */
public final class PaperJobTime {
  /** Label of cells in which the scheduler knows the true values. */
  public static final String NO_ERROR = "none";

  /** Quantity of the number. */
  public enum Quantity {
    /** Reduction of the average job time, in percent. */
    CUT("% less time of the average job") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        StudyCell cell = number.cell(runs, number.cell);
        return cell == null ? Double.NaN : 100 * (1 - ratios.median(cell, system));
      }
    },
    /** Reduction of the average time of the map phase, in percent. */
    MAPS_CUT("% less time of the average map phase") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        StudyCell cell = number.cell(runs, number.cell);
        return cell == null
            ? Double.NaN
            : 100 * (1 - mapsMs(runs, cell, system) / mapsMs(runs, cell, ratios.baseline(system)));
      }

      private double mapsMs(RunResults runs, StudyCell cell, String system) {
        return runs.of(cell, system).stream()
            .filter(row -> row.classes().containsKey("map"))
            .mapToDouble(row -> row.averageStageMs("map"))
            .average()
            .orElse(Double.NaN);
      }
    },
    /** Difference to the reduction without estimation errors, in percentage points. */
    CUT_LOST("percentage points less reduction than without error") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        StudyCell cell = number.cell(runs, number.cell);
        StudyCell without = number.cell(runs, NO_ERROR);
        return cell == null || without == null
            ? Double.NaN
            : 100 * (ratios.median(cell, system) - ratios.median(without, system));
      }
    },
    /** Share of a group's cells with a low ratio. */
    AT_MOST_70("% of cells with a ratio of at most 0.7") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        return 100
            * ratios.medians(number.group, system).stream()
                .mapToDouble(ratio -> ratio <= 0.7 ? 1 : 0)
                .average()
                .orElse(Double.NaN);
      }
    },
    /** Share of a group's cells with a lower job time than the upper bound without elasticity. */
    AHEAD_OF_MEGANODE("% of cells in which it is ahead of the Meganode") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        return system.equals(MEGANODE)
            ? Double.NaN
            : 100 * ratios.below(number.group, system, MEGANODE);
      }
    };

    private static final String MEGANODE = "meganode";

    private final String text;

    Quantity(String text) {
      this.text = text;
    }

    abstract double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system);
  }

  private final Quantity what;
  private final String group;
  private final String cell;
  private final String value;

  /**
   * @param cell the label of the cell that the number belongs to; null for a number of a whole
   *     group
   * @param value as in the paper, such as "40 to 60"
   */
  public PaperJobTime(Quantity what, String group, String cell, String value) {
    this.what = Objects.requireNonNull(what, "what");
    this.group = Objects.requireNonNull(group, "group");
    this.cell = cell;
    this.value = Objects.requireNonNull(value, "value");
  }

  /** Returns null if the cell was not run. */
  private StudyCell cell(RunResults runs, String label) {
    return runs.cells(group).stream()
        .filter(one -> one.label().equals(label))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether a cell that the number belongs to was run. */
  public boolean isIn(RunResults runs) {
    return cell == null ? !runs.cells(group).isEmpty() : cell(runs, cell) != null;
  }

  /** Returns the description of the number. */
  public String text() {
    return group + (cell == null ? "" : ", " + cell) + ": " + what.text;
  }

  /** Returns the paper's value. */
  public String value() {
    return value;
  }

  /** Returns our value; NaN if the runs do not allow it. */
  public double ours(RunResults runs, JobTimeTable ratios, String system) {
    return what.of(this, runs, ratios, system);
  }
}
