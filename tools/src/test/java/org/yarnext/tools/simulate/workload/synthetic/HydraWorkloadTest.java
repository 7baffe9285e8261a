// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

public class HydraWorkloadTest {
  private static final ClusterTopology TOPOLOGY = ClusterTopology.of(200, 64_000, 16, 100);
  private static final long RUN_MS = 3_600_000;

  private static Workload make(double skew, long seed) {
    return new HydraWorkload(TOPOLOGY, 5, 10, 0.8, skew, 10_000, RUN_MS).make(seed);
  }

  @Test
  public void jobsOfferTheRequestedLoad() {
    Workload workload = make(0.5, 1);
    double ms = 0;
    for (SimJob job : workload.jobs()) {
      for (SimStage stage : job.stages()) {
        ms += stage.tasks().stream().mapToLong(task -> task.durationMs() + 3_000).sum();
      }
    }
    assertEquals(0.8, ms / RUN_MS / TOPOLOGY.vcores(), 0.05);
    assertEquals("all tenants", 10, workload.jobs().stream().map(SimJob::queue).distinct().count());
  }

  @Test
  public void dataIsOnClusterNodesAndClusteredPerTenant() {
    Set<String> hosts = TOPOLOGY.nodes().stream().map(SimNode::host).collect(Collectors.toSet());
    Set<String> ofFirst = new HashSet<>();
    for (SimJob job : make(0.5, 1).jobs()) {
      for (SimTask task : job.stages().get(0).tasks()) {
        assertTrue(hosts.contains(task.hosts().get(0)));
        if (job.queue().equals("t000")) {
          ofFirst.add(task.hosts().get(0));
        }
      }
      assertTrue(job.stages().get(1).tasks().get(0).hosts().isEmpty());
    }
    assertTrue(ofFirst.size() + " hosts", ofFirst.size() <= 2 * 40 && ofFirst.size() > 10);
  }

  @Test
  public void jobsFollowTheSeed() {
    assertEquals(shape(make(0.5, 1)), shape(make(0.5, 1)));
    assertTrue(!shape(make(0.5, 1)).equals(shape(make(0.5, 2))));
  }

  private static String shape(Workload workload) {
    return workload.jobs().stream()
        .limit(50)
        .map(
            job ->
                job.submitMs()
                    + job.queue()
                    + job.tasks()
                    + job.stages().get(0).tasks().get(0).hosts())
        .collect(Collectors.joining(" "));
  }
}
