// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.minicluster.shell.ShellJob;

/**
 * An application whose tasks do nothing until all of them run. Its client gives up if they do not
 * all run in time after the first one, returns all containers, and submits it again after a random
 * pause. Used by one thread.
 */
final class GangRun {
  /** Number of tasks: more than half of what both sub-clusters have room for. */
  static final int TASKS = 10;

  private static final double WORK_SECONDS = 8;
  private static final double MIN_PATIENCE_SECONDS = 15;
  private static final double RANDOM_PATIENCE_SECONDS = 10;
  private static final double MAX_PAUSE_SECONDS = 15;

  private final LiveFederation federation;
  private final String queue;
  private final String[] tags;
  private final Random random;
  private final long startMs = System.currentTimeMillis();
  private Path arrivals;
  private ShellJob job;
  private JobRecord record;
  private boolean hasGivenUp;
  private double patienceSeconds;
  private long firstMs;
  private long submitAtMs;
  private int tries;

  /**
   * Creates an application without submitting it.
   *
   * @param isTagged whether it declares its gang
   */
  GangRun(LiveFederation federation, String queue, boolean isTagged, long seed) {
    this.federation = federation;
    this.queue = queue;
    this.random = new Random(seed);
    tags = isTagged ? new String[] {"gang=" + TASKS + "x" + LiveFederation.TASK_MB} : new String[0];
  }

  /** Returns the memory of the gang with its master, in MB. */
  static long gangMb() {
    return (long) TASKS * LiveFederation.TASK_MB + LiveFederation.MASTER_MB;
  }

  /** Submits the application, gives up, or records its end, if it is time to. */
  void advance() throws IOException {
    long now = System.currentTimeMillis();
    if (job == null && record == null && now >= submitAtMs) {
      submit();
    } else if (job != null && job.ended()) {
      end(now);
    } else if (job != null && !hasGivenUp && !isWorking()) {
      firstMs = firstMs == 0 && arrived() > 0 ? now : firstMs;
      if (firstMs > 0 && now - firstMs > 1_000 * patienceSeconds) {
        job.stop();
        hasGivenUp = true;
      }
    }
  }

  private void submit() throws IOException {
    tries++;
    arrivals =
        Files.createTempDirectory(
            Files.createDirectories(federation.workDir().resolve("gangs")), queue);
    patienceSeconds = MIN_PATIENCE_SECONDS + RANDOM_PATIENCE_SECONDS * random.nextDouble();
    firstMs = 0;
    hasGivenUp = false;
    job =
        federation.submit(
            queue, Collections.nCopies(TASKS, LiveFederation.task(command(arrivals))), tags);
  }

  /** Returns a command that waits until as many tasks run as the gang has, and then works. */
  private static String command(Path arrivals) {
    return String.format(
        Locale.ROOT,
        "touch '%1$s'/$CONTAINER_ID\nset -- '%1$s'/*\n"
            + "while [ $# -lt %2$d ]; do sleep 0.5; set -- '%1$s'/*; done\nsleep %3$.1f",
        arrivals,
        TASKS,
        WORK_SECONDS);
  }

  private void end(long now) throws IOException {
    if (hasGivenUp) {
      submitAtMs = now + (long) (1_000 * MAX_PAUSE_SECONDS * random.nextDouble());
    } else {
      record = federation.check(queue, job, TASKS);
    }
    job = null;
  }

  private long arrived() throws IOException {
    try (Stream<Path> files = Files.list(arrivals)) {
      return files.count();
    }
  }

  /** Returns whether all tasks run, or have run, and the application has not ended. */
  boolean isWorking() throws IOException {
    return job != null && !hasGivenUp && arrived() >= TASKS;
  }

  /** Returns whether all tasks have run. */
  boolean hasRun() {
    return record != null;
  }

  /** Stops the application if it runs. */
  void abandon() throws IOException {
    if (job != null && !hasGivenUp) {
      job.stop();
    }
    job = null;
  }

  /** Returns the number of submissions. */
  int tries() {
    return tries;
  }

  /** Returns its record since the first submission; without tasks if they have not all run. */
  JobRecord record() {
    return new JobRecord(
        queue, startMs, record == null ? Collections.emptyList() : record.attempts);
  }
}
