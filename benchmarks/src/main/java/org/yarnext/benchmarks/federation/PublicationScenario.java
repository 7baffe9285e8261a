// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.RoundsTable;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.shell.ShellJob;
import org.yarnext.minicluster.shell.ShellTask;

/**
 * Scenario that measures the time from the publication of a policy until running masters have
 * adopted it, with a master in each sub-cluster. Stock has nothing to compare: an application keeps
 * the policy with which it began.
 */
final class PublicationScenario implements FederationScenario {
  private static final int SLOTS = 4;
  private static final int PUBLICATIONS = 3;
  private static final double TASK_SECONDS = 600;
  private static final int MAX_SECONDS = 60;
  private static final long POLL_MS = 50;

  /** Longer than the interval at which nodes look for policies, until all of them do. */
  private static final int WATCHED_SECONDS = 12;

  private static final String MEDIAN = "until in force on all nodes, median [s]";
  private static final String MAX = "until in force on all nodes, max [s]";

  @Override
  public String title() {
    return "publication: a policy for applications that run";
  }

  @Override
  public List<String> systems() {
    return Collections.singletonList(HYDRA);
  }

  @Override
  public List<Integer> nodesMb() {
    return Collections.nCopies(2, LiveFederation.nodeMb(SLOTS));
  }

  @Override
  public int turnSeconds() {
    return 55;
  }

  @Override
  public BenchResult run(String system, LiveFederation federation, int round)
      throws IOException, InterruptedException {
    publish(federation, 1);
    federation.awaitPublished();
    ShellJob a = federation.submit("a", tasks(0));
    ShellJob b = federation.submit("b", tasks(1));
    federation.awaitAllocated(0, 2);
    federation.awaitAllocated(1, 2);
    TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
    DescriptiveStatistics seconds = new DescriptiveStatistics();
    for (int i = 0; i < PUBLICATIONS; i++) {
      seconds.addValue(secondsToAdopt(federation, 2 + i));
    }
    for (ShellJob job : Arrays.asList(a, b)) {
      job.stop();
    }
    federation.awaitIdle();
    Map<String, Double> counts = new LinkedHashMap<>();
    counts.put(MEDIAN, seconds.getPercentile(50));
    counts.put(MAX, seconds.getMax());
    return BenchResult.of(system, Collections.emptyList(), counts);
  }

  /** Returns a task on the node of a sub-cluster, which runs until the job is stopped. */
  private static List<ShellTask> tasks(int subCluster) {
    return Collections.singletonList(
        LiveFederation.sleep(TASK_SECONDS).on(LiveFederation.host(subCluster)));
  }

  /** Publishes a policy of both queues that differs from the one before. */
  private static void publish(LiveFederation federation, int weight) throws IOException {
    federation.publish(HYDRA, "a", 0, 1, weight);
    federation.publish(HYDRA, "b", 1, 1, weight);
  }

  /** Returns the time from the publication until the master of each node has adopted it. */
  private static double secondsToAdopt(LiveFederation federation, int weight)
      throws IOException, InterruptedException {
    long before = federation.sum(PublicationScenario::adopted);
    long start = System.nanoTime();
    publish(federation, weight);
    while (federation.sum(PublicationScenario::adopted) < before + federation.size()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(MAX_SECONDS)) {
        throw new IOException("A policy is not in force; logs in " + federation.workDir());
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static long adopted(SubClusterProcess subCluster) {
    return subCluster.nodeBean("FederationSplit", "PoliciesAdopted");
  }

  @Override
  public RoundsTable table() {
    Map<String, ToDoubleFunction<BenchResult>> results = new LinkedHashMap<>();
    results.put(MEDIAN, r -> r.counted(MEDIAN));
    results.put(MAX, r -> r.counted(MAX));
    return new RoundsTable(results, Collections.emptyMap());
  }
}
