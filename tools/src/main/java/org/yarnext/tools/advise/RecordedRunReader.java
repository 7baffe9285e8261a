// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.HistoryKind;
import org.yarnext.tools.history.RecordedJobs;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.spark.SparkLogFiles;

/**
 * Reads histories from files and directories: records of jobs for a workload, and runs of tasks for
 * profiles. Unusable files are named, counted and left out. Not thread-safe.
 */
final class RecordedRunReader {
  private static final int MAX_FILES = 1_000_000;

  /** Above this size, counters of all tasks at once may not fit in memory. */
  private static final long MAX_PROFILED_BYTES = 96 << 20;

  private static final int REPORT_EACH = 1_000;

  private final Configuration conf;
  private final long sinceMs;
  private final PrintWriter err;
  private final OmissionCounter omitted;
  private final List<RecordedJob> jobs = new ArrayList<>();
  private final List<TaskClassRun> runs = new ArrayList<>();
  private final List<Path> rumen = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private int files;
  private int used;

  /**
   * @param sinceMs jobs that ended before are left out, in ms since 1970
   * @param err output for progress and for files that cannot be used
   */
  RecordedRunReader(Configuration conf, long sinceMs, PrintWriter err, OmissionCounter omitted) {
    this.conf = conf;
    this.sinceMs = sinceMs;
    this.err = err;
    this.omitted = omitted;
  }

  /**
   * Reads all histories at a place.
   *
   * @param place a file, a pattern, or a directory; local or on any of Hadoop's file systems
   * @throws ToolException if there is nothing at the place
   */
  void read(String place) throws IOException, ToolException {
    Path path = RunHistoryReader.path(place);
    FileSystem fs = path.getFileSystem(conf);
    FileStatus[] matches = fs.globStatus(path);
    if (matches == null || matches.length == 0) {
      throw new ToolException(
          "There is nothing at " + path + " of " + fs.getUri() + ": correct --history.");
    }
    for (FileStatus match : matches) {
      if (match.isFile()) {
        readOne(match);
        continue;
      }
      Set<Path> unlisted = new TreeSet<>();
      RunHistoryReader.visit(fs, match.getPath(), unlisted, this::readOne);
      unlisted.forEach(
          each -> omitted.add("directories that this user may not list", each.toString()));
    }
  }

  private void readOne(FileStatus status) throws ToolException {
    if (++files > MAX_FILES) {
      throw new ToolException(
          "There are more than " + MAX_FILES + " files: give fewer directories with --history.");
    }
    if (files % REPORT_EACH == 0) {
      err.println("Read " + files + " files, " + jobs.size() + " jobs.");
    }
    Path file = status.getPath();
    switch (HistoryKind.of(file)) {
      case MAPREDUCE:
      case TEZ:
      case SPARK:
        if (status.getModificationTime() < sinceMs) {
          omitted.add("files written before --since", null);
        } else if (seen.add(SparkLogFiles.whole(file).toString())) {
          take(status);
        }
        break;
      case RUMEN:
        rumen.add(file);
        break;
      case OTHER:
        omitted.add("files whose names are not those of histories", file.getName());
        break;
      default: // goes with a history
    }
  }

  private void take(FileStatus status) {
    Path file = status.getPath();
    try {
      for (RecordedJob job : new RecordedJobs(conf).read(file)) {
        if (job.endMs() < sinceMs) {
          omitted.add("jobs that ended before --since", null);
        } else if (seen.add(job.id())) { // the history server moves files
          jobs.add(job);
        }
      }
      used++;
      profile(status);
    } catch (ToolException e) {
      leaveOut(file, e.getMessage());
    } catch (FileNotFoundException e) {
      leaveOut(file, "it was moved in the meantime");
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // Parsers throw various exceptions at damaged files.
      leaveOut(file, "it is damaged (" + e.getClass().getSimpleName() + ")");
    }
  }

  private void profile(FileStatus status) throws IOException {
    HistoryKind kind = HistoryKind.of(status.getPath());
    if (kind == HistoryKind.SPARK) {
      return;
    }
    if (status.getLen() > MAX_PROFILED_BYTES) {
      omitted.add("histories too large to learn profiles from", status.getPath().getName());
      return;
    }
    try {
      runs.addAll(new RunHistoryReader(conf, new ResourceManagerLog()).read(status.getPath()));
    } catch (ToolException e) {
      omitted.add("histories without a profile, because " + e.getMessage(), null);
    }
  }

  private void leaveOut(Path file, String why) {
    err.println(TerminalText.of(file + " is left out: " + why + "."));
    omitted.add("files left out, because " + why.split(":", 2)[0], file.getName());
  }

  /** Returns the jobs, in the order in which they were found. */
  List<RecordedJob> jobs() {
    return jobs;
  }

  /** Returns the runs of tasks. */
  List<TaskClassRun> runs() {
    return runs;
  }

  /** Returns files that may be traces of Rumen. */
  List<Path> rumen() {
    return rumen;
  }

  /** Returns the number of files that were used. */
  int used() {
    return used;
  }
}
