// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;

/**
 * Many applications place at once from one list of the ResourceManager and do not see one another:
 * stock's all choose the head of the list, Mercury's spread over the k nodes of least wait.
 */
public class PlacementHerdTest {
  private static final int APPLICATIONS = 500;
  private static final int EACH = 4;
  private static final int NODES = 1_000;
  private static final int K = 50;
  private static final double MEAN_OF_K = (double) APPLICATIONS * EACH / K;

  private final NMContainerTokenSecretManager secrets = PlacedApplication.secrets();

  /** Seeds in a row would make the applications' first draws alike. */
  private final SplittableRandom seeds = new SplittableRandom(1);

  private final Guard guard = new Guard("herd", GuardSettings.defaults(), System::nanoTime);

  /** An application's NodeManager, of its own. */
  private interface Scheduler {
    OpportunisticContainerAllocator of(int application);
  }

  private int[] load(int applications, int each, int nodes, Scheduler scheduler) throws Exception {
    List<RemoteNode> list = PlacedApplication.nodes(nodes);
    int[] load = new int[nodes];
    for (int i = 0; i < applications; i++) {
      PlacedApplication app = new PlacedApplication(i, list);
      List<Container> placed =
          app.allocate(scheduler.of(i), PlacedApplication.ask(1, ResourceRequest.ANY, each));
      assertEquals(each, placed.size());
      for (Container c : placed) {
        String[] bytes = c.getNodeId().getHost().split("\\.", -1);
        load[Integer.parseInt(bytes[2]) * 256 + Integer.parseInt(bytes[3])]++;
      }
    }
    return load;
  }

  private OpportunisticContainerAllocator stock() {
    return new DistributedOpportunisticContainerAllocator(secrets);
  }

  private OpportunisticContainerAllocator mercury() {
    Random random = new Random(seeds.nextLong());
    PlacementService placer =
        new PlacementService(
            "Test",
            () -> FeatureMode.ON,
            new TopKPlacement(K),
            new ListRankingSource(
                new RecentPlacements(Duration.ofSeconds(3)), () -> 0, () -> random),
            new UnmetDemandTracker(UnmetDemandTracker.NO_BOUND, 0, 0),
            guard,
            () -> 0,
            () -> random);
    return new MercuryAllocator(
        stock(), secrets, placer, (attempt, priority) -> null, PlacementQuota.NONE);
  }

  private static int max(int[] load) {
    return Arrays.stream(load).max().getAsInt();
  }

  @Test
  public void stockApplicationsAllChooseTheHeadOfTheList() throws Exception {
    int[] load = load(APPLICATIONS, EACH, NODES, application -> stock());
    assertEquals("every application on the first four", APPLICATIONS, max(load));
    assertEquals(EACH, Arrays.stream(load).filter(n -> n > 0).count());
  }

  @Test
  public void applicationsSpreadOverTheFirstK() throws Exception {
    int[] load = load(APPLICATIONS, EACH, NODES, application -> mercury());
    assertEquals("all k, none else", K, Arrays.stream(load).filter(n -> n > 0).count());
    assertTrue("max " + max(load) + " of mean " + MEAN_OF_K, max(load) <= 1.5 * MEAN_OF_K);
    guard.close();
  }

  @Test
  public void singleApplicationFillsASmallClusterEvenly() throws Exception {
    int[] load = load(1, 200, 8, application -> mercury());
    assertEquals(25, max(load));
    guard.close();
  }
}
