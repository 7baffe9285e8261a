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

import java.util.Objects;

/**
 * A number of a paper about average job times, and how ours that stands beside it is worked out.
 * All are in percent. Immutable.
 */
public final class PaperJobTime {
  /** Label of cells in which the scheduler is told the truth. */
  public static final String NO_ERROR = "none";

  /** What it tells. */
  public enum What {
    /** By how much less time the average job takes. */
    CUT("% less time of the average job") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        StudyCell cell = number.cell(runs, number.cell);
        return cell == null ? Double.NaN : 100 * (1 - ratios.median(cell, system));
      }
    },
    /** The same of the maps of the average job. */
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
    /** How much less is cut than where nothing is wrong. */
    CUT_LOST("points less cut than without error") {
      @Override
      double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system) {
        StudyCell cell = number.cell(runs, number.cell);
        StudyCell without = number.cell(runs, NO_ERROR);
        return cell == null || without == null
            ? Double.NaN
            : 100 * (ratios.median(cell, system) - ratios.median(without, system));
      }
    },
    /** In how many of a group's cells the ratio is low. */
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
    /** In how many of a group's cells it is ahead of the upper bound without elasticity. */
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

    What(String text) {
      this.text = text;
    }

    abstract double of(PaperJobTime number, RunResults runs, JobTimeTable ratios, String system);
  }

  private final What what;
  private final String group;
  private final String cell;
  private final String value;

  /**
   * @param cell the label of the cell that it belongs to; null for a number of its whole group
   * @param value as the paper has it, such as "40 to 60"
   */
  public PaperJobTime(What what, String group, String cell, String value) {
    this.what = Objects.requireNonNull(what, "what");
    this.group = Objects.requireNonNull(group, "group");
    this.cell = cell;
    this.value = Objects.requireNonNull(value, "value");
  }

  /** Null if it was not run. */
  private StudyCell cell(RunResults runs, String label) {
    return runs.cells(group).stream()
        .filter(one -> one.label().equals(label))
        .findFirst()
        .orElse(null);
  }

  /** Whether any of the cells was run that it is about. */
  public boolean isIn(RunResults runs) {
    return cell == null ? !runs.cells(group).isEmpty() : cell(runs, cell) != null;
  }

  /** What it is about, and what it tells. */
  public String text() {
    return group + (cell == null ? "" : ", " + cell) + ": " + what.text;
  }

  /** As the paper has it. */
  public String value() {
    return value;
  }

  /** Ours; NaN if it cannot be told of what was run. */
  public double ours(RunResults runs, JobTimeTable ratios, String system) {
    return what.of(this, runs, ratios, system);
  }
}
