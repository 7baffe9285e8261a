// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ObjectFile;

/**
 * Main class of the Application Master of a {@link ShellJob}. It runs in its own container, so it
 * calls what a production master calls: the AMRMProxy of its node, if there is one.
 */
final class ShellMaster {

  /** The job requests all of its tasks at once. */
  static final int ALL = Integer.MAX_VALUE;

  private static final long TIMEOUT_MS = 1_800_000;

  private ShellMaster() {}

  /**
   * Runs tasks until all have ended or the stop file exists, and writes the records of those that
   * ended.
   *
   * @param args site file, directory of the job, interval of allocate calls in ms, maximum number
   *     of tasks that are requested and have not ended
   */
  public static void main(String[] args) throws IOException {
    Path dir = Paths.get(args[1]);
    Configuration conf = new YarnConfiguration();
    conf.addResource(new org.apache.hadoop.fs.Path(Paths.get(args[0]).toUri()));
    int status = 1;
    try (ShellWorkload workload =
        ShellWorkload.inContainer(
            conf, Files.createDirectories(attemptsDir(dir)), Integer.parseInt(args[2]))) {
      Iterator<ShellTask> tasks = ObjectFile.<List<ShellTask>>read(tasksFile(dir)).iterator();
      int atHand = Integer.parseInt(args[3]);
      Await.until(
          () -> "the end of " + workload,
          TIMEOUT_MS,
          () -> {
            for (int i = unfinished(workload); i < atHand && tasks.hasNext(); i++) {
              workload.submit(tasks.next());
            }
            return (!tasks.hasNext() && workload.ended()) || Files.exists(stopFile(dir));
          });
      ObjectFile.write(
          recordsFile(dir),
          workload.attempts().stream()
              .filter(a -> a.completedMs() > 0)
              .map(a -> AttemptRecord.of(a, 0))
              .collect(Collectors.toCollection(ArrayList::new)));
      status = 0;
    } finally {
      // YARN's clients leave threads running.
      Runtime.getRuntime().halt(status);
    }
  }

  /** Returns the number of tasks that were submitted and have neither succeeded nor failed. */
  private static int unfinished(ShellWorkload workload) {
    return (int) workload.attempts().stream().filter(a -> a.completedMs() == 0).count();
  }

  private static Path tasksFile(Path dir) {
    return dir.resolve("tasks");
  }

  /** Returns the directory of the attempts' files, which appears when the master has begun. */
  static Path attemptsDir(Path dir) {
    return dir.resolve("attempts");
  }

  /** Returns the file that makes the job end when it appears. */
  static Path stopFile(Path dir) {
    return dir.resolve("stop");
  }

  /** Returns the file of the records, which appears when the job has ended. */
  static Path recordsFile(Path dir) {
    return dir.resolve("records");
  }

  /** Writes the tasks that the master of the job in {@code dir} is to run. */
  static void writeTasks(Path dir, List<ShellTask> tasks) throws IOException {
    ObjectFile.write(tasksFile(dir), new ArrayList<>(tasks));
  }

  /** Returns the attempts of a job that has ended. Times are wall-clock milliseconds. */
  static List<AttemptRecord> readRecords(Path dir) throws IOException {
    return ObjectFile.read(recordsFile(dir));
  }
}
