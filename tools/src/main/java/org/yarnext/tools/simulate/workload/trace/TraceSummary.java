// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.tools.ToolException;

/**
 * Counts the parts of a trace that are left out, not modelled, unknown or assumed by default, for
 * one line to the operator. Not thread-safe.
 */
public final class TraceSummary {
  private static final int MAX_UNKNOWN = 20;

  private final Map<String, Long> omitted = new LinkedHashMap<>();
  private final Map<String, Long> notModelled = new LinkedHashMap<>();
  private final Map<String, Long> unknown = new LinkedHashMap<>();
  private final Map<String, String> unknownShown = new HashMap<>();
  private final Map<String, Long> assumed = new LinkedHashMap<>();
  private long otherUnknown;
  private long jobsLeftOut;
  private long tasksLeftOut;

  /** Counts jobs that are left out, with all their tasks that were not counted before. */
  void leaveJobsOut(String why, long jobs, long tasks) {
    omitted.merge(why, jobs, Long::sum);
    jobsLeftOut += jobs;
    tasksLeftOut += tasks;
  }

  /** Counts tasks that are left out. */
  void leaveTasksOut(String why, long tasks) {
    omitted.merge(why, tasks, Long::sum);
    tasksLeftOut += tasks;
  }

  /** Counts something else that is left out. */
  void leaveOut(String what) {
    omitted.merge(what, 1L, Long::sum);
  }

  /** Counts data of the trace that no system models. */
  public void notModelled(String what, long count) {
    notModelled.merge(what, count, Long::sum);
  }

  /**
   * Counts an unknown key.
   *
   * @param known keys, of which the nearest one is suggested
   */
  void unknown(String key, Set<String> known, long count) {
    String shown = unknownShown.get(key);
    if (shown == null && unknownShown.size() < MAX_UNKNOWN) {
      shown = TraceRecord.shortened(key).trim() + ", nearest known " + NameSuggester.of(key, known);
      unknownShown.put(key, shown);
    }
    if (shown == null) {
      otherUnknown += count;
    } else {
      unknown.merge(shown, count, Long::sum);
    }
  }

  /** Counts data that the trace lacks, for which a default is assumed. */
  public void assumed(String what, long count) {
    assumed.merge(what, count, Long::sum);
  }

  /** Returns the number of jobs of the trace that are not simulated. */
  public long jobsLeftOut() {
    return jobsLeftOut;
  }

  /** Returns the number of tasks of the trace that are not simulated. */
  public long tasksLeftOut() {
    return tasksLeftOut;
  }

  /**
   * Returns the line; null if there is nothing to say.
   *
   * @param name what was read, such as a file
   */
  public String line(String name) {
    if (otherUnknown > 0) {
      unknown.merge("others", otherUnknown, Long::sum);
      otherUnknown = 0;
    }
    StringBuilder line = new StringBuilder();
    add(line, "left out", omitted);
    add(line, "not modelled", notModelled);
    add(line, "unknown keys, not read", unknown);
    add(line, "assumed", assumed);
    return line.length() == 0 ? null : TraceRecord.shortened(name) + line + ".";
  }

  /** Returns the name of a trace from its file. */
  static String name(String file) {
    return TraceRecord.shortened(file.substring(file.lastIndexOf('/') + 1));
  }

  /** Returns the error for a trace without jobs, with the parts that were left out. */
  ToolException noJobs(String file, String problem, String fix) {
    String rest = line(name(file));
    return new ToolException(
        problem
            + (rest == null ? "" : " (" + rest.substring(0, rest.length() - 1) + ")")
            + ": "
            + fix);
  }

  private static void add(StringBuilder line, String head, Map<String, Long> counts) {
    if (!counts.isEmpty()) {
      line.append(line.length() == 0 ? ": " : "; ")
          .append(head)
          .append(": ")
          .append(
              counts.entrySet().stream()
                  .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                  .collect(Collectors.joining(", ")));
    }
  }
}
