// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.yarnext.mercury.application.Requests.any;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.junit.Test;
import org.yarnext.mercury.application.Requests;

public class OpportunisticContextRegistryTest {
  private static final List<ResourceRequest> NOTHING = Collections.emptyList();

  private int rounds;
  private final RankedCluster cluster = new RankedCluster(3);
  private final OpportunisticContextRegistry contexts =
      new OpportunisticContextRegistry(
          mock(RMContext.class, RETURNS_DEEP_STUBS), cluster.source, 60_000);
  private final SchedulerApplicationAttempt application =
      mock(SchedulerApplicationAttempt.class, RETURNS_DEEP_STUBS);

  public OpportunisticContextRegistryTest() {
    when(application.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    round();
  }

  private void round() {
    cluster.round(Collections.emptySet(), rounds++ % 2 * 10, 5, 8);
  }

  private OpportunisticContainerContext call(ResourceRequest... asks) {
    List<ResourceRequest> list = new ArrayList<>();
    Collections.addAll(list, asks);
    OpportunisticContainerContext known = contexts.open(application, list);
    if (known != null) {
      known.addToOutstandingReqs(list);
    }
    return known;
  }

  @Test
  public void applicationWithoutRequestsHasNoContext() {
    for (int i = 0; i < 2; i++) {
      assertNull(call());
      assertNull("nothing is cancelled", call(any(1, 0)));
      round();
    }
  }

  @Test
  public void contextHasTheNodesOfTheLastRoundWhileRequestsWait() {
    OpportunisticContainerContext known = call(any(1, 2));
    Object node = known.getNodeMap().values().iterator().next();
    assertEquals(3, known.getNodeMap().size());
    contexts.close(Requests.ATTEMPT, known);
    round();
    assertSame(known, call());
    assertEquals(3, known.getNodeMap().size());
    assertNotSame(node, known.getNodeMap().values().iterator().next());
  }

  @Test
  public void emptyContextIsRemoved() {
    OpportunisticContainerContext known = call(any(1, 2));
    known.getOutstandingOpReqs().clear();
    contexts.close(Requests.ATTEMPT, known);
    assertEquals(null, contexts.open(application, NOTHING));
    assertNotSame(known, call(any(1, 1)));
  }

  private static List<ResourceRequest> randomAsks(Random random) {
    String[] names = {"*", "a", "b", "/r", "/s"};
    List<ResourceRequest> asks = new ArrayList<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      ResourceRequest one =
          Requests.ask(random.nextInt(2), names[random.nextInt(5)], random.nextInt(3));
      one.setCapability(Resource.newInstance(1024 * (1 + random.nextInt(2)), 1));
      one.setAllocationRequestId(random.nextInt(2));
      asks.add(one);
    }
    return asks;
  }

  private static List<String> outstanding(OpportunisticContainerContext context) {
    List<String> all = new ArrayList<>();
    context
        .getOutstandingOpReqs()
        .forEach(
            (key, sizes) ->
                sizes.forEach(
                    (size, ask) ->
                        all.add(
                            String.join(
                                " ",
                                key.toString(),
                                size.toString(),
                                ask.getRequest().getResourceName(),
                                String.valueOf(ask.getRequest().getNumContainers()),
                                new TreeMap<>(ask.getNodeMap()).toString(),
                                new TreeMap<>(ask.getRackMap()).toString()))));
    Collections.sort(all);
    return all;
  }

  @Test
  public void requestsAreKeptAsInYarnsOwnContext() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      OpportunisticContainerContext own =
          OpportunisticContextRegistry.context(Collections::emptyMap);
      OpportunisticContainerContext stock = new OpportunisticContainerContext();
      for (int calls = 0; calls < 5; calls++) {
        List<ResourceRequest> asks = randomAsks(random);
        List<ResourceRequest> copies = new ArrayList<>();
        asks.forEach(ask -> copies.add(ResourceRequest.clone(ask)));
        own.addToOutstandingReqs(asks);
        stock.addToOutstandingReqs(copies);
        assertEquals("seed " + seed, outstanding(stock), outstanding(own));
      }
    }
  }
}
