// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskInfo;

/**
 * Finds and reads the job history files that MapReduce Application Masters write for a job history
 * server. The test cluster has no such server.
 */
public final class HistoryFiles {
  private HistoryFiles() {}

  /**
   * Returns the history files of all jobs that have ended.
   *
   * @param histories directory from {@link MapReduceWordCount#histories()}, which need not exist
   *     yet
   */
  public static List<Path> in(Path histories) throws IOException {
    Path intermediate = histories.resolve("done_intermediate");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(intermediate)) {
      try (DirectoryStream<Path> users = Files.newDirectoryStream(intermediate)) {
        for (Path user : users) {
          try (DirectoryStream<Path> ended = Files.newDirectoryStream(user, "*.jhist")) {
            ended.forEach(found::add);
          }
        }
      }
    }
    return found;
  }

  /**
   * Moves the history files of all jobs that have ended, each with the job's configuration file if
   * there is one.
   *
   * @param histories as for {@link #in}
   * @param to an existing directory of the same file system
   */
  public static void move(Path histories, Path to) throws IOException {
    for (Path history : in(histories)) {
      String name = history.getFileName().toString();
      Path configuration =
          history.resolveSibling(name.substring(0, name.indexOf('-')) + "_conf.xml");
      if (Files.exists(configuration)) {
        Files.move(configuration, to.resolve(configuration.getFileName()));
      }
      Files.move(history, to.resolve(name));
    }
  }

  /** Parses a history file. */
  public static JobInfo read(Path history) throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration());
    return new JobHistoryParser(local, new org.apache.hadoop.fs.Path(history.toUri())).parse();
  }

  /**
   * Returns all attempts of all tasks of a job that has ended.
   *
   * @param histories as for {@link #in}
   * @throws IOException if the job does not have exactly one history file
   */
  public static List<TaskAttemptInfo> attempts(Path histories, JobID id) throws IOException {
    List<Path> found =
        in(histories).stream()
            .filter(f -> f.getFileName().toString().startsWith(id + "-"))
            .collect(Collectors.toList());
    if (found.size() != 1) {
      throw new IOException("Of " + id + " there should be one history file, not " + found);
    }
    List<TaskAttemptInfo> attempts = new ArrayList<>();
    for (TaskInfo task : read(found.get(0)).getAllTasks().values()) {
      attempts.addAll(task.getAllTaskAttempts().values());
    }
    return attempts;
  }
}
