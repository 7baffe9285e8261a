// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.profile.fit.TaskClassKey;

/**
 * Reads histories and groups their runs by class of tasks. Unreadable files are reported and left
 * out. Not thread-safe.
 */
final class RunCollector {
  private static final long PROGRESS_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

  private final RunHistoryReader files;
  private final Predicate<TaskClassRun> wanted;
  private final UnaryOperator<String> pattern;
  private final PrintWriter err;
  private final Map<TaskClassKey, List<TaskClassRun>> byClass = new TreeMap<>();
  private final Set<String> seen = new TreeSet<>();
  private final Set<Path> unreadable = new TreeSet<>();

  /**
   * @param wanted selects runs
   * @param pattern maps a job name to the pattern of the recurring job
   * @param err output for progress and for files that cannot be read
   */
  RunCollector(
      RunHistoryReader files,
      Predicate<TaskClassRun> wanted,
      UnaryOperator<String> pattern,
      PrintWriter err) {
    this.files = files;
    this.wanted = wanted;
    this.pattern = pattern;
    this.err = err;
  }

  /**
   * Reads all histories at some places. Reports progress every few seconds.
   *
   * @param places as {@link RunHistoryReader#find} takes them
   * @throws ToolException if there is no history at one of them
   */
  void read(List<String> places) throws IOException, ToolException {
    Set<Path> all = new TreeSet<>();
    for (String place : places) {
      all.addAll(files.find(place));
    }
    reportUnlisted(files, err);
    read(all);
  }

  /** Reports the directories that could not be searched. */
  static void reportUnlisted(RunHistoryReader files, PrintWriter err) {
    int count = files.unlisted().size();
    if (count > 0) {
      err.println(
          TerminalText.of(
              (count == 1 ? "1 directory is" : count + " directories are")
                  + " ignored, because this user may not list them: "
                  + files.unlisted().iterator().next()
                  + (count == 1 ? "." : " and others.")));
    }
  }

  /** Reads histories. Reports progress every few seconds. */
  void read(Set<Path> all) {
    err.println("Reading " + all.size() + (all.size() == 1 ? " history." : " histories."));
    long reportedNs = System.nanoTime();
    int read = 0;
    for (Path file : all) {
      readOne(file);
      read++;
      long now = System.nanoTime();
      if (now - reportedNs >= PROGRESS_INTERVAL_NS && read < all.size()) {
        reportedNs = now;
        err.println("Read " + read + " of " + all.size() + " files.");
      }
    }
  }

  private void readOne(Path file) {
    try {
      files.read(file).forEach(this::take);
    } catch (ToolException e) {
      leaveOut(file, e.getMessage());
    } catch (IOException
        | RuntimeException // parsers throw various exceptions at damaged files
        | StackOverflowError e) { // and recurse as deep as the values in a file
      leaveOut(file, "it cannot be read (" + e + ")");
    }
  }

  private void leaveOut(Path file, String why) {
    unreadable.add(file);
    err.println(TerminalText.of(file + " is ignored: " + why + "."));
  }

  /** Adds a run once: the history server moves histories, so that one may be in the tree twice. */
  private void take(TaskClassRun run) {
    if (wanted.test(run) && seen.add(run.key())) {
      TaskClassKey tasks =
          new TaskClassKey(pattern.apply(run.job()), run.framework(), run.taskClass());
      byClass.computeIfAbsent(tasks, t -> new ArrayList<>()).add(run);
    }
  }

  /** Returns the runs by class of tasks, in order of the classes. */
  Map<TaskClassKey, List<TaskClassRun>> byClass() {
    return byClass;
  }

  /** Returns the files that could not be used. */
  Set<Path> unreadable() {
    return unreadable;
  }
}
