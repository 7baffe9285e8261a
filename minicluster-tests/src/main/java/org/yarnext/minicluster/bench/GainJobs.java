/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.yarnext.minicluster.AttemptRecord;
import org.yarnext.minicluster.JobRecord;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.ShellTask;
import org.yarnext.minicluster.ShellWorkload;
import org.yarnext.minicluster.report.Progress;

/** Runs the jobs of a {@link GainLoad} on a cluster, each at its time. */
final class GainJobs {

  private static final int MASTER_HEARTBEAT_MS = 500;
  private static final long PROGRESS_MS = 1_000;
  private static final long TIMEOUT_MS = 1_800_000;

  private final MiniCluster cluster;
  private final GainLoad load;
  private final Progress progress;
  private final AtomicInteger done = new AtomicInteger();

  GainJobs(MiniCluster cluster, GainLoad load, Progress progress) {
    this.cluster = cluster;
    this.load = load;
    this.progress = progress;
  }

  /** Returns once all have ended; times in the records are wall-clock milliseconds. */
  List<JobRecord> run() throws IOException, InterruptedException {
    long start = System.currentTimeMillis();
    // A thread for each, so that none is submitted late because another one is.
    ExecutorService threads = Executors.newFixedThreadPool(load.jobs());
    try {
      List<Future<JobRecord>> records = new ArrayList<>();
      for (int j = 0; j < load.jobs(); j++) {
        int job = j;
        records.add(threads.submit(() -> run(job, start)));
      }
      while (!records.stream().allMatch(Future::isDone)) {
        progress.update(
            String.format(
                "  %3d s, %d of %d jobs done",
                (System.currentTimeMillis() - start) / 1000, done.get(), load.jobs()));
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

  private JobRecord run(int job, long start) throws IOException, InterruptedException {
    List<List<ShellTask>> phases = load.phases(job);
    Thread.sleep(Math.max(0, start + load.arrivalMs(job) - System.currentTimeMillis()));
    long submitted = System.currentTimeMillis();
    try (ShellWorkload workload =
        ShellWorkload.start(cluster, load.name(job), MASTER_HEARTBEAT_MS)) {
      for (List<ShellTask> phase : phases) {
        workload.submit(phase);
        workload.awaitEnd(TIMEOUT_MS);
      }
      done.incrementAndGet();
      return new JobRecord(
          load.name(job),
          submitted,
          workload.attempts().stream()
              .map(a -> AttemptRecord.of(a, 0))
              .collect(Collectors.toCollection(ArrayList::new)));
    }
  }
}
