// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.measure.PaperGain;
import org.yarnext.tools.simulate.study.measure.PaperJobTime;
import org.yarnext.tools.simulate.study.measure.PaperSpeedup;
import org.yarnext.tools.simulate.study.measure.StudyCell;

/** A named set of cells, with the systems that it runs on by default. */
public interface Study {
  /** Returns the name of the study on the command line; a word without spaces. */
  String id();

  /** Returns the description of the study, in one sentence. */
  String about();

  /**
   * Returns the cells.
   *
   * @param nodes number of nodes of the clusters; 0 for the paper's, or the study's default
   */
  List<StudyCell> cells(int nodes);

  /** Returns the names of the systems that run by default. */
  List<String> systems();

  /** Returns the default number of seeds; above 0. */
  int seeds();

  /** Returns findings of the paper to show beside the results, one sentence each; may be empty. */
  List<String> paper();

  /** Returns the kind of report. */
  default ReportKind reportKind() {
    return ReportKind.JOB_TIMES;
  }

  /**
   * Returns whether a group's cells are samples of a parameter space, of which the report shows the
   * distribution; otherwise it shows each cell.
   */
  default boolean isSweep() {
    return false;
  }

  /** Returns the paper's average job times; empty unless the {@link #reportKind} is about these. */
  default List<PaperJobTime> times() {
    return Collections.emptyList();
  }

  /** Returns the system that the paper's job times are relative to; null if there are none. */
  default String paperBaseline() {
    return null;
  }

  /**
   * Returns the paper's reductions of job times; empty unless the {@link #reportKind} is about
   * these.
   */
  default List<PaperSpeedup> speedups() {
    return Collections.emptyList();
  }

  /**
   * Returns the paper's numbers that belong to one cell; empty unless the {@link #reportKind} is
   * about throughput.
   */
  default List<PaperGain> numbers() {
    return Collections.emptyList();
  }
}
