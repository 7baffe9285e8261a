// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import static org.yarnext.tools.simulate.study.measure.PaperJobTime.Quantity.AHEAD_OF_MEGANODE;
import static org.yarnext.tools.simulate.study.measure.PaperJobTime.Quantity.AT_MOST_70;
import static org.yarnext.tools.simulate.study.measure.PaperJobTime.Quantity.CUT;
import static org.yarnext.tools.simulate.study.measure.PaperJobTime.Quantity.CUT_LOST;
import static org.yarnext.tools.simulate.study.measure.PaperJobTime.Quantity.MAPS_CUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.workload.synthetic.EstimateErrorModel;

/**
 * Results that the YARN-ME paper states in sections 5 and 6, relative to its baseline, a YARN that
 * reserves nodes.
 */
final class YarnMePaperResults {
  /** Name of our system that is the paper's baseline. */
  static final String YARN = "fair-reserving";

  private YarnMePaperResults() {}

  static List<PaperJobTime> times(YarnMeStudy study) {
    switch (study) {
      case SWEEP:
        return Arrays.asList(
            new PaperJobTime(AT_MOST_70, YarnMeCellFactory.group(true, 3), null, "40"),
            new PaperJobTime(
                AHEAD_OF_MEGANODE, YarnMeCellFactory.group(true, 1.5), null, "40 to 60"),
            new PaperJobTime(AHEAD_OF_MEGANODE, YarnMeCellFactory.group(true, 3), null, "40 to 60"),
            new PaperJobTime(AHEAD_OF_MEGANODE, YarnMeCellFactory.group(false, 1.5), null, "20"));
      case MIX:
        List<PaperJobTime> mix = new ArrayList<>();
        for (double factor : YarnMeStudy.FACTORS) {
          mix.add(
              new PaperJobTime(CUT, YarnMeCellFactory.MIX, YarnMeCellFactory.label(factor), "60"));
          mix.add(
              new PaperJobTime(
                  MAPS_CUT, YarnMeCellFactory.MIX, YarnMeCellFactory.label(factor), "67"));
        }
        return mix;
      case MISESTIMATION:
        return Arrays.asList(
            wrong(CUT, EstimateErrorModel.Quantity.MEMORY, 0, 0.15, "up to 45"),
            wrong(CUT, EstimateErrorModel.Quantity.MEMORY, 0, 0.5, "up to 45"),
            wrong(CUT_LOST, EstimateErrorModel.Quantity.DURATION, -0.5, 0, "at most 10"),
            wrong(CUT_LOST, EstimateErrorModel.Quantity.PENALTY, 0, 0.5, "at most 4"));
      default:
        return Collections.emptyList();
    }
  }

  private static PaperJobTime wrong(
      PaperJobTime.Quantity what,
      EstimateErrorModel.Quantity of,
      double min,
      double max,
      String value) {
    String label = new EstimateErrorModel(of, min, max).toString();
    return new PaperJobTime(what, YarnMeCellFactory.MISESTIMATION, label, value);
  }
}
