// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToLongFunction;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.benchmarks.report.Progress;

/** Runs jobs concurrently, each on its own thread, so that no job delays another. */
public final class ConcurrentJobs {
  private static final long PROGRESS_MS = 1_000;

  private ConcurrentJobs() {}

  /** One of several jobs. */
  public interface Job {
    /**
     * Runs the job. Returns once it has ended.
     *
     * @param number number of the job, from 0
     */
    JobRecord run(int number) throws IOException, InterruptedException;
  }

  /**
   * Runs jobs that begin at different times. Returns once all have ended.
   *
   * @param arrivalMs start of each job, in ms from now
   */
  public static List<JobRecord> arriving(
      int count, IntToLongFunction arrivalMs, Job job, Progress progress)
      throws IOException, InterruptedException {
    long start = System.currentTimeMillis();
    List<Callable<JobRecord>> jobs = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      int number = j;
      jobs.add(
          () -> {
            long due = start + arrivalMs.applyAsLong(number);
            Thread.sleep(Math.max(0, due - System.currentTimeMillis()));
            return job.run(number);
          });
    }
    return run(jobs, progress);
  }

  /**
   * Runs jobs that begin at once. Returns once all have ended.
   *
   * @throws IOException with the cause if a job failed; the others are interrupted
   */
  public static List<JobRecord> run(List<Callable<JobRecord>> jobs, Progress progress)
      throws IOException, InterruptedException {
    long start = System.currentTimeMillis();
    ExecutorService threads = Executors.newFixedThreadPool(jobs.size());
    try {
      List<Future<JobRecord>> records = new ArrayList<>();
      for (Callable<JobRecord> job : jobs) {
        records.add(threads.submit(job));
      }
      while (!records.stream().allMatch(Future::isDone)) {
        progress.update(
            String.format(
                Locale.ROOT,
                "  %3d s, %d of %d jobs done",
                (System.currentTimeMillis() - start) / 1000,
                records.stream().filter(Future::isDone).count(),
                records.size()));
        Thread.sleep(PROGRESS_MS);
      }
      List<JobRecord> result = new ArrayList<>();
      for (Future<JobRecord> record : records) {
        result.add(record.get());
      }
      return result;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
