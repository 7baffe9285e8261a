// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.mapreduce.MapReduceJobReader;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.tez.TezHistory;

/** Reads records of finished jobs from the histories of MapReduce, Tez and Spark. Stateless. */
public final class RecordedJobs {
  private final Configuration conf;

  /**
   * @param conf configures the file systems; not null
   */
  public RecordedJobs(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Reads a history.
   *
   * @param file of the kind MAPREDUCE, TEZ or SPARK; of a log in several files any of these
   * @return the jobs that succeeded; may be empty
   * @throws ToolException if the file cannot be used; the message says why
   */
  public List<RecordedJob> read(Path file) throws IOException, ToolException {
    FileSystem fs = file.getFileSystem(conf);
    switch (HistoryKind.of(file)) {
      case MAPREDUCE:
        return Collections.singletonList(MapReduceJobReader.read(fs, file));
      case TEZ:
        try (InputStream in = new BufferedInputStream(fs.open(file))) {
          return TezHistory.jobs(in);
        }
      case SPARK:
        SparkEventLog log = new SparkEventLog();
        for (Path part : parts(fs, file)) {
          try (InputStream in = new BufferedInputStream(fs.open(part))) {
            log.read(in);
          }
        }
        return Collections.singletonList(log.job());
      default:
        throw new ToolException("it is not a history");
    }
  }

  /** Returns a path that all files of one history share: the directory of a log in parts. */
  public static Path whole(Path file) {
    return isRolling(file) ? file.getParent() : file;
  }

  private static boolean isRolling(Path file) {
    return file.getParent() != null && file.getParent().getName().startsWith(SparkEventLog.ROLLING);
  }

  private static List<Path> parts(FileSystem fs, Path file) throws IOException {
    if (!isRolling(file)) {
      return Collections.singletonList(file);
    }
    List<Path> parts = new ArrayList<>();
    for (FileStatus status : fs.listStatus(file.getParent())) {
      if (HistoryKind.of(status.getPath()) == HistoryKind.SPARK) {
        parts.add(status.getPath());
      }
    }
    parts.sort(Comparator.comparingLong(RecordedJobs::number));
    return parts;
  }

  /** Returns the number of a part, such as 2 of {@code events_2_application_1_0001}. */
  private static long number(Path part) {
    String[] words = part.getName().split("_");
    try {
      return words.length > 1 ? Long.parseLong(words[1]) : 1;
    } catch (NumberFormatException e) {
      return 1;
    }
  }
}
