// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.yarnext.tools.simulate.outcome.TaskClassResult;
import org.yarnext.tools.simulate.study.measure.JobGainTable;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.workload.SimJob;

/**
 * Writes results as CSV, with a line for each run, for each task class of each run, or for each
 * job. Times are in seconds.
 */
public final class CsvReport {
  private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@]");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private CsvReport() {}

  /** Writes a line for each run. */
  public static void runs(List<RunResult> rows, PrintWriter out) {
    line(
        out,
        "group",
        "cell",
        "system",
        "seed",
        "jobs",
        "unfinished",
        "average_job_s",
        "median_job_s",
        "p95_job_s",
        "longest_job_s",
        "makespan_s",
        "memory_share",
        "vcores_share",
        "started",
        "undersized",
        "killed",
        "counters");
    for (RunResult row : rows) {
      line(
          out,
          row.cell().group(),
          row.cell().label(),
          row.system(),
          String.valueOf(row.seed()),
          String.valueOf(row.jobs()),
          String.valueOf(row.unfinished()),
          seconds(row.averageJobMs()),
          seconds(row.jobMs(0.5)),
          seconds(row.jobMs(0.95)),
          seconds(row.jobMs(1)),
          seconds(row.makespanMs()),
          share(row.memory().average()),
          share(row.vcores().average()),
          String.valueOf(row.classes().values().stream().mapToLong(TaskClassResult::started).sum()),
          String.valueOf(
              row.classes().values().stream().mapToLong(TaskClassResult::undersized).sum()),
          String.valueOf(row.classes().values().stream().mapToLong(TaskClassResult::killed).sum()),
          row.counters().entrySet().stream()
              .map(counter -> counter.getKey() + "=" + counter.getValue())
              .collect(Collectors.joining("; ")));
    }
    out.flush();
  }

  /** Writes a line for each task class of each run. */
  public static void classes(List<RunResult> rows, PrintWriter out) {
    line(
        out,
        "group",
        "cell",
        "system",
        "seed",
        "class",
        "started",
        "undersized",
        "killed",
        "mean_wait_s",
        "median_wait_s",
        "p95_wait_s",
        "longest_wait_s",
        "mean_run_s",
        "median_run_s",
        "mean_size_percent",
        "mean_stage_s");
    for (RunResult row : rows) {
      for (Map.Entry<String, TaskClassResult> entry : row.classes().entrySet()) {
        TaskClassResult tasks = entry.getValue();
        line(
            out,
            row.cell().group(),
            row.cell().label(),
            row.system(),
            String.valueOf(row.seed()),
            entry.getKey(),
            String.valueOf(tasks.started()),
            String.valueOf(tasks.undersized()),
            String.valueOf(tasks.killed()),
            seconds(tasks.waitsMs().mean()),
            seconds(tasks.waitsMs().quantile(0.5)),
            seconds(tasks.waitsMs().quantile(0.95)),
            seconds(tasks.waitsMs().max()),
            seconds(tasks.runsMs().mean()),
            seconds(tasks.runsMs().quantile(0.5)),
            String.format(Locale.ROOT, "%.1f", tasks.sizesPercent().mean()),
            seconds(row.averageStageMs(entry.getKey())));
      }
    }
    out.flush();
  }

  /** Writes a line for each job of each run, with its time in the baseline's run. */
  static void jobs(JobGainTable gains, PrintWriter out) {
    line(
        out,
        "group",
        "cell",
        "system",
        "seed",
        "id",
        "job",
        "user",
        "queue",
        "tasks",
        "submit_s",
        "start_s",
        "end_s",
        "time_s",
        "undersized",
        "stock",
        "stock_start_s",
        "stock_end_s",
        "stock_time_s",
        "ratio");
    for (RunResult row : gains.rows()) {
      RunResult base = gains.base(row);
      List<SimJob> jobs = gains.jobs(row);
      for (int j = 0; j < jobs.size(); j++) {
        SimJob job = jobs.get(j);
        boolean both = base != null && row.jobMsAt(j) >= 0 && base.jobMsAt(j) > 0;
        line(
            out,
            row.cell().group(),
            row.cell().label(),
            row.system(),
            String.valueOf(row.seed()),
            String.valueOf(job.id()),
            job.name(),
            job.user(),
            job.queue(),
            String.valueOf(job.tasks()),
            seconds(job.submitMs()),
            known(row.startMsAt(j)),
            known(row.endMsAt(j)),
            known(row.jobMsAt(j)),
            String.valueOf(row.undersizedAt(j)),
            base == null ? "" : base.system(),
            base == null ? "" : known(base.startMsAt(j)),
            base == null ? "" : known(base.endMsAt(j)),
            base == null ? "" : known(base.jobMsAt(j)),
            both ? share((double) row.jobMsAt(j) / base.jobMsAt(j)) : "");
      }
    }
    out.flush();
  }

  /** Returns an empty text for a time that did not come. */
  private static String known(long ms) {
    return ms < 0 ? "" : seconds(ms);
  }

  private static String seconds(double ms) {
    return String.format(Locale.ROOT, "%.3f", ms / 1e3);
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.4f", share);
  }

  /**
   * Writes a line with the measures of each run.
   *
   * @param format format of the numbers
   */
  static <M extends Enum<M>> void measured(
      List<RunResult> rows,
      M[] measures,
      String format,
      ToDoubleBiFunction<M, RunResult> of,
      PrintWriter out) {
    List<String> head = new ArrayList<>(Arrays.asList("group", "cell", "system", "seed"));
    for (M measure : measures) {
      head.add(measure.name().toLowerCase(Locale.ROOT));
    }
    line(out, head.toArray(new String[0]));
    for (RunResult row : rows) {
      List<String> line = new ArrayList<>();
      line.add(row.cell().group());
      line.add(row.cell().label());
      line.add(row.system());
      line.add(String.valueOf(row.seed()));
      for (M measure : measures) {
        line.add(String.format(Locale.ROOT, format, of.applyAsDouble(measure, row)));
      }
      line(out, line.toArray(new String[0]));
    }
    out.flush();
  }

  private static void line(PrintWriter out, String... fields) {
    out.print(Arrays.stream(fields).map(CsvReport::quoted).collect(Collectors.joining(",")) + "\n");
  }

  /**
   * Returns a field, in quotes if necessary, and after an apostrophe if a spreadsheet would take it
   * for a formula: users choose the names of jobs.
   */
  static String quoted(String field) {
    boolean isFormula = FORMULA.matcher(field).lookingAt() && !NUMBER.matcher(field).matches();
    String text = isFormula ? "'" + field : field;
    return text.contains(",") || text.contains("\"") || text.contains("\n") || text.contains("\r")
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
