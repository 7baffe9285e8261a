// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Applications of YARN-ME's cluster experiments (section 5, Table 1) as the live comparison runs
 * them: with the paper's memory and penalties, and about a ninth of its tasks per node. Each phase
 * begins when the previous one has ended.
 */
public enum YarnMeApplication {
  PAGERANK(
      new Phase(false, 14, 1792, 1.3),
      new Phase(true, 8, 3840, 1.22),
      new Phase(false, 19, 1536, 1.25),
      new Phase(true, 8, 6912, 1.75)),
  WORDCOUNT(new Phase(false, 21, 1792, 1.35), new Phase(true, 3, 5504, 1.9)),
  RECOMMENDER(
      new Phase(false, 5, 2432, 1.3),
      new Phase(true, 3, 2816, 2.6),
      new Phase(false, 5, 2432, 1.3),
      new Phase(true, 3, 3840, 3.3));

  /** Order of arrival in section 5.2: five applications at once, then the others one by one. */
  public static final List<YarnMeApplication> ORDER =
      Collections.unmodifiableList(
          Arrays.asList(
              PAGERANK,
              RECOMMENDER,
              WORDCOUNT,
              WORDCOUNT,
              WORDCOUNT,
              PAGERANK,
              WORDCOUNT,
              RECOMMENDER,
              WORDCOUNT,
              WORDCOUNT,
              PAGERANK,
              WORDCOUNT,
              RECOMMENDER,
              WORDCOUNT));

  /** Number of applications that arrive together. */
  public static final int AT_ONCE = 5;

  public final List<Phase> phases;

  YarnMeApplication(Phase... phases) {
    this.phases = Collections.unmodifiableList(Arrays.asList(phases));
  }

  /** The maps or the reducers of a MapReduce job. */
  public static final class Phase {
    public final boolean reduces;
    public final int tasks;

    /** Requested memory of a task in MB: the paper's, in steps of 128. */
    public final int memoryMb;

    /** Run time with the minimum memory, relative to that with the requested memory. */
    public final double penalty;

    Phase(boolean reduces, int tasks, int memoryMb, double penalty) {
      this.reduces = reduces;
      this.tasks = tasks;
      this.memoryMb = memoryMb;
      this.penalty = penalty;
    }
  }
}
