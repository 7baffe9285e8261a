// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.history.record.TaskClassRun;

/** Decision of {@link ProfileLearner} about the profile of one class of tasks. Immutable. */
public final class ProfileChange {
  /** Kind of change of the profile. */
  public enum Kind {
    /** Nothing: it stays, or there is still none. */
    NONE,
    /** There was none, and now there is. */
    MADE,
    /** It is fitted again, to older and newer runs. */
    RENEWED,
    /** It no longer describes the runs, and is fitted again to the last ones alone. */
    REPLACED,
    /** It no longer describes the runs, and the last ones do not suffice for another one. */
    OUTDATED
  }

  private final Kind kind;
  private final List<TaskClassRun> runs;
  private final long fittedMs;
  private final ClassFit fit;
  private final String reason;

  private ProfileChange(
      Kind kind, List<TaskClassRun> runs, long fittedMs, ClassFit fit, String reason) {
    this.kind = kind;
    this.runs = Collections.unmodifiableList(new ArrayList<>(runs));
    this.fittedMs = fittedMs;
    this.fit = fit;
    this.reason = reason;
  }

  static ProfileChange none(List<TaskClassRun> runs, long fittedMs) {
    return new ProfileChange(Kind.NONE, runs, fittedMs, null, null);
  }

  /**
   * @param runs the runs that the fit is of, in order of their ends; not empty
   * @param reason null if there is none
   */
  static ProfileChange of(Kind kind, List<TaskClassRun> runs, ClassFit fit, String reason) {
    return new ProfileChange(kind, runs, runs.get(runs.size() - 1).endMs(), fit, reason);
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the runs to remember, in order of their ends. */
  public List<TaskClassRun> runs() {
    return runs;
  }

  /** Returns the end of the newest run that the profile takes into account, in ms since 1970. */
  public long fittedMs() {
    return fittedMs;
  }

  /** Returns the fit, with a profile unless the old one is outdated; null without a change. */
  public ClassFit fit() {
    return fit;
  }

  /** Returns why the profile no longer describes the runs, as a clause; null if it does. */
  public String reason() {
    return reason;
  }
}
