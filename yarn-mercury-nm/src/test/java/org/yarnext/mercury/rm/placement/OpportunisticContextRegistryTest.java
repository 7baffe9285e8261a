// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;
import static org.yarnext.mercury.application.Requests.any;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator.ContainerIdGenerator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.junit.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.ArgumentMatchers;
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

  /** An application may be killed in the midst of a call, which then opens its context again. */
  @Test
  public void contextsOfEndedAttemptsAreForgotten() {
    call(any(1, 2));
    contexts.forgetEnded(attempt -> false);
    assertTrue(contexts.hasContext(Requests.ATTEMPT));
    contexts.forgetEnded(Requests.ATTEMPT::equals);
    assertFalse(contexts.hasContext(Requests.ATTEMPT));
  }

  /** Stock's processor sets the nodes in each call. */
  @Test
  public void stocksContextReadsNodesWhenItsMapIsRead() {
    OpportunisticContainerContext stock = new OpportunisticContainerContext();
    stock.setContainerIdGenerator(new ContainerIdGenerator());
    Resource step = Resource.newInstance(256, 1);
    stock.updateAllocationParams(step, Requests.SIZE, step, 7);
    stock.getBlacklist().add("h1");
    stock.addToOutstandingReqs(Collections.singletonList(any(1, 2)));
    when(application.getOpportunisticContainerContext()).thenReturn(stock);
    OpportunisticContextRegistry.deferNodes(application);
    ArgumentCaptor<OpportunisticContainerContext> set =
        ArgumentCaptor.forClass(OpportunisticContainerContext.class);
    verify(application).setOpportunisticContainerContext(set.capture());
    OpportunisticContainerContext context = set.getValue();
    assertSame(stock.getContainerIdGenerator(), context.getContainerIdGenerator());
    assertSame(step, context.getAppParams().getMinResource());
    assertSame(Requests.SIZE, context.getAppParams().getMaxResource());
    assertSame(step, context.getAppParams().getIncrementResource());
    assertEquals(7, context.getAppParams().getContainerTokenExpiryInterval());
    assertEquals(stock.getBlacklist(), context.getBlacklist());
    assertEquals(outstanding(stock), outstanding(context));

    @SuppressWarnings("unchecked")
    List<RemoteNode> earlier = mock(List.class);
    context.updateNodeList(earlier);
    List<RemoteNode> nodes = new ArrayList<>(cluster.source.byHost().values());
    context.updateNodeList(nodes);
    stock.updateNodeList(nodes);
    assertEquals(3, context.getNodeMap().size());
    assertEquals(stock.getNodeMap(), context.getNodeMap());
    verifyNoInteractions(earlier);

    when(application.getOpportunisticContainerContext()).thenReturn(context);
    OpportunisticContextRegistry.deferNodes(application);
    verify(application, times(1)).setOpportunisticContainerContext(ArgumentMatchers.any());
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
