// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.host;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;

/**
 * Stock's allocator within quotas: what has no room stays outstanding, and nothing else changes.
 */
public class QuotaAllocatorTest {
  private static final String ANY = ResourceRequest.ANY;

  private final Guard guard =
      new Guard("test", GuardSettings.defaults().withoutTripping(), System::nanoTime);
  private final NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
  private final PlacedApplication application = new PlacedApplication(1, nodes(8));
  private int room = Integer.MAX_VALUE;
  private boolean bounds = true;
  private boolean quotaFails;
  private boolean stockFails;

  private final QuotaAllocator allocator =
      new QuotaAllocator(
          new DistributedOpportunisticContainerAllocator(secrets) {
            @Override
            public List<Container> allocateContainers(
                ResourceBlacklistRequest blacklist,
                List<ResourceRequest> asks,
                ApplicationAttemptId attempt,
                OpportunisticContainerContext context,
                long rmIdentifier,
                String user)
                throws YarnException {
              if (stockFails) {
                throw new YarnException("broken");
              }
              return super.allocateContainers(
                  blacklist, asks, attempt, context, rmIdentifier, user);
            }
          },
          secrets,
          () -> bounds,
          attempt -> {
            if (quotaFails) {
              throw new IllegalStateException("broken");
            }
            return room;
          },
          guard);

  @After
  public void close() {
    guard.close();
  }

  private int outstanding() {
    return application.context.getOutstandingOpReqs().values().stream()
        .flatMap(kinds -> kinds.values().stream())
        .mapToInt(ask -> ask.getRequest().getNumContainers())
        .sum();
  }

  /** How many are placed, by priority. */
  private Map<Integer, Integer> place(ResourceRequest... asks) throws Exception {
    Map<Integer, Integer> placed = new TreeMap<>();
    for (Container c : application.allocate(allocator, asks)) {
      placed.merge(c.getPriority().getPriority(), 1, Integer::sum);
      room -= room == Integer.MAX_VALUE ? 0 : 1;
    }
    return placed;
  }

  @Test
  public void requestsBeyondTheQuotaArePlacedOnceThereIsRoom() throws Exception {
    room = 3;
    assertEquals("{5=2, 7=1}", place(ask(5, ANY, 2), ask(7, ANY, 500)).toString());
    assertEquals(499, outstanding());
    assertTrue(place().isEmpty());
    room = 2;
    assertEquals("{7=2}", place().toString());
    assertEquals(497, outstanding());
    assertEquals("{}", place(ask(7, ANY, 0)).toString());
    room = 100;
    assertTrue("cancelled", place().isEmpty());
  }

  @Test
  public void requestsBeyondTheQuotaArePlacedOnceItIsLifted() throws Exception {
    room = 1;
    assertEquals("{5=1}", place(ask(5, ANY, 3)).toString());
    bounds = false;
    assertEquals("{5=2}", place().toString());
    assertEquals(0, outstanding());
    bounds = true;
    assertTrue(place(ask(5, ANY, 3)).isEmpty());
    assertEquals(3, outstanding());
  }

  @Test
  public void noQuotaIsStock() throws Exception {
    assertEquals("{5=8}", place(ask(5, ANY, 20)).toString());
    assertEquals(12, outstanding());
  }

  @Test
  public void heldRequestsKeepTheirLocations() throws Exception {
    room = 1;
    List<Container> first =
        application.allocate(allocator, ask(5, ANY, 3), ask(5, host(2), 3), ask(5, host(4), 3));
    assertEquals(1, first.size());
    room = 2;
    for (Container c : application.allocate(allocator)) {
      String at = c.getNodeId().getHost();
      assertTrue(at, at.equals(host(2)) || at.equals(host(4)));
    }
    assertEquals(0, outstanding());
  }

  @Test
  public void blacklistAppliesWithAQuota() throws Exception {
    room = 5;
    List<String> bad = Arrays.asList(host(0), host(1), host(2), host(3), host(4));
    List<Container> placed =
        application.allocate(
            allocator, ResourceBlacklistRequest.newInstance(bad, null), ask(5, ANY, 5));
    assertEquals(3, placed.size());
    placed.forEach(c -> assertTrue(!bad.contains(c.getNodeId().getHost())));
  }

  @Test
  public void requestsStayOutstandingWhenStockFails() throws Exception {
    room = 1;
    stockFails = true;
    assertThrows(YarnException.class, () -> place(ask(5, ANY, 4)));
    assertEquals(4, outstanding());
    stockFails = false;
    assertEquals("{5=1}", place().toString());
  }

  @Test
  public void stockPlacesWhenTheQuotaFails() throws Exception {
    quotaFails = true;
    assertEquals("{5=4}", place(ask(5, ANY, 4)).toString());
  }

  @Test
  public void cancelledRequestsAreNotKept() throws Exception {
    room = 0;
    for (int count = 1; count >= 0; count--) {
      ResourceRequest[] asks = new ResourceRequest[1_000];
      for (int i = 0; i < asks.length; i++) {
        asks[i] = ask(5, ANY, count);
        asks[i].setAllocationRequestId(i);
      }
      place(asks);
    }
    assertEquals(0, application.context.getOutstandingOpReqs().size());
  }
}
