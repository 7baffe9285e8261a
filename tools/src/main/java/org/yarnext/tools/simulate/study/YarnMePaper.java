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
package org.yarnext.tools.simulate.study;

import static org.yarnext.tools.simulate.study.PaperTime.What.AHEAD_OF_MEGANODE;
import static org.yarnext.tools.simulate.study.PaperTime.What.AT_MOST_70;
import static org.yarnext.tools.simulate.study.PaperTime.What.CUT;
import static org.yarnext.tools.simulate.study.PaperTime.What.CUT_LOST;
import static org.yarnext.tools.simulate.study.PaperTime.What.MAPS_CUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.workload.synthetic.Misestimation;

/** The numbers of YARN-ME's sections 5 and 6, over its YARN, which reserves nodes. */
final class YarnMePaper {
  /** The system that is the paper's baseline. */
  static final String YARN = "fair-reserving";

  private YarnMePaper() {}

  static List<PaperTime> times(YarnMeStudies study) {
    switch (study) {
      case SWEEP:
        return Arrays.asList(
            new PaperTime(AT_MOST_70, YarnMeCells.group(true, 3), null, "40"),
            new PaperTime(AHEAD_OF_MEGANODE, YarnMeCells.group(true, 1.5), null, "40 to 60"),
            new PaperTime(AHEAD_OF_MEGANODE, YarnMeCells.group(true, 3), null, "40 to 60"),
            new PaperTime(AHEAD_OF_MEGANODE, YarnMeCells.group(false, 1.5), null, "20"));
      case MIX:
        List<PaperTime> mix = new ArrayList<>();
        for (double factor : YarnMeStudies.FACTORS) {
          mix.add(new PaperTime(CUT, YarnMeCells.MIX, YarnMeCells.label(factor), "60"));
          mix.add(new PaperTime(MAPS_CUT, YarnMeCells.MIX, YarnMeCells.label(factor), "67"));
        }
        return mix;
      case MISESTIMATION:
        return Arrays.asList(
            wrong(CUT, Misestimation.Of.MEMORY, 0, 0.15, "up to 45"),
            wrong(CUT, Misestimation.Of.MEMORY, 0, 0.5, "up to 45"),
            wrong(CUT_LOST, Misestimation.Of.DURATION, -0.5, 0, "at most 10"),
            wrong(CUT_LOST, Misestimation.Of.PENALTY, 0, 0.5, "at most 4"));
      default:
        return Collections.emptyList();
    }
  }

  private static PaperTime wrong(
      PaperTime.What what, Misestimation.Of of, double least, double most, String value) {
    String label = new Misestimation(of, least, most).toString();
    return new PaperTime(what, YarnMeCells.MISESTIMATION, label, value);
  }
}
