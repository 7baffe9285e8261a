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

import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.study.measure.PaperSpeedup;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** A named set of cells, and the systems it is usually run on. */
public interface Study {
  /** How it is asked for; a word without spaces. */
  String id();

  /** What it shows, in one sentence. */
  String about();

  /**
   * Its cells.
   *
   * @param nodes of its clusters; 0 for the paper's, where the study has one size
   */
  List<StudyCell> cells(int nodes);

  /** The names of the systems it is run on unless others are asked for. */
  List<String> systems();

  /** With how many seeds, unless otherwise asked for; above 0. */
  int seeds();

  /** What the paper found, one sentence each, to stand beside the results; may be empty. */
  List<String> paper();

  /** What its report is about. */
  default ReportKind shown() {
    return ReportKind.JOB_TIMES;
  }

  /**
   * Whether a group's cells are so many settings out of ranges, of which the distribution counts
   * and no single one; else each is shown.
   */
  default boolean sweep() {
    return false;
  }

  /** The paper's numbers of average job times; empty unless these are {@link #shown}. */
  default List<PaperJobTime> times() {
    return Collections.emptyList();
  }

  /** The name of the system that these numbers are over; null if there are none. */
  default String paperBaseline() {
    return null;
  }

  /** What the paper tells of cuts of job times; empty unless these are {@link #shown}. */
  default List<PaperSpeedup> cuts() {
    return Collections.emptyList();
  }

  /**
   * The paper's numbers that can be told of one cell; empty unless throughput is {@link #shown}.
   */
  default List<PaperGain> numbers() {
    return Collections.emptyList();
  }
}
