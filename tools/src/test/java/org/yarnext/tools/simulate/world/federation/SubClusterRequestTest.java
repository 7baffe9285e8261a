// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.world.SimulationSettings;

public class SubClusterRequestTest {
  private static final RequestKey KEY = RequestKey.of(20, 0, "any");
  private static final String DELAY = "yarn.scheduler.capacity.node-locality-delay";
  private static final String FURTHER = "yarn.scheduler.capacity.rack-locality-additional-delay";
  private static final String RESET = "yarn.scheduler.capacity.rack-locality-full-reset";

  private final SubClusterRequest request = new SubClusterRequest(null, KEY, 1_000, 1);
  private final SubClusterNode host = node("h1", "/r1");
  private final SubClusterNode inRack = node("h2", "/r1");
  private final SubClusterNode far = node("h3", "/r2");
  private FederationSettings model = model(SimulationSettings.DEFAULT);

  private static FederationSettings model(SimulationSettings settings) {
    return new FederationSettings(settings, FederationSettings.Kind.STOCK);
  }

  private static SubClusterNode node(String host, String rack) {
    return new SubClusterNode(new SimNode(host, rack, 1_000, 1, 0), null);
  }

  private void note(String name, int count) {
    request.note(RequestEntry.of(KEY, name, count, true));
  }

  /** Offers a node on a cluster of a hundred nodes. */
  private NodeType offered(SubClusterNode node) {
    return request.offered(node, 100, model);
  }

  private void declined(SubClusterNode node, int times) {
    for (int i = 0; i < times; i++) {
      assertNull("offer " + i, offered(node));
    }
  }

  @Test
  public void rackIsAcceptedAfterFortyMissedOpportunities() {
    note("h1", 200);
    note("/r1", 200);
    note(RequestEntry.ANY, 5_000);
    assertEquals(NodeType.NODE_LOCAL, offered(host));
    request.granted(host, NodeType.NODE_LOCAL, model);
    declined(inRack, 40);
    assertEquals(NodeType.RACK_LOCAL, offered(inRack));
    request.granted(inRack, NodeType.RACK_LOCAL, model);
    declined(inRack, 40);
    assertEquals(NodeType.RACK_LOCAL, offered(inRack));
  }

  /**
   * 10 names of 100 nodes are requested, so a tenth of the pending containers are the allowed
   * misses.
   */
  @Test
  public void anyNodeIsAcceptedAfterAShareOfWaitingRequestsIsMissed() {
    note("h1", 1);
    for (int n = 1; n < 9; n++) {
      note("other" + n, 1);
    }
    note("/r1", 9);
    note(RequestEntry.ANY, 200);
    declined(far, 20);
    assertEquals(NodeType.OFF_SWITCH, offered(far));
    request.granted(far, NodeType.OFF_SWITCH, model);
    assertEquals("one that is far does not begin again", NodeType.OFF_SWITCH, offered(far));
    request.granted(host, NodeType.NODE_LOCAL, model);
    // 198 wait, and nine names are left.
    declined(far, 17);
    assertEquals(NodeType.OFF_SWITCH, offered(far));
    note(RequestEntry.ANY, 100_000);
    declined(far, 100 - 18);
    assertEquals("as many as nodes at most", NodeType.OFF_SWITCH, offered(far));
  }

  @Test
  public void delaysAreThoseOfTheCapacitySchedulerKeys() {
    model =
        model(SimulationSettings.DEFAULT.with(DELAY, "2").with(FURTHER, "3").with(RESET, "false"));
    note("h1", 9);
    note("/r1", 9);
    note(RequestEntry.ANY, 9);
    declined(inRack, 2);
    assertEquals(NodeType.RACK_LOCAL, offered(inRack));
    request.granted(inRack, NodeType.RACK_LOCAL, model);
    declined(far, 2);
    assertEquals(NodeType.OFF_SWITCH, offered(far));
    request.granted(host, NodeType.NODE_LOCAL, model);
    declined(far, 5);
    assertEquals(NodeType.OFF_SWITCH, offered(far));
  }

  /** NearRequestsTest shows the same on the real CapacityScheduler. */
  @Test
  public void offersRefusedByStrictLocalityAreNotMissed() {
    note("h1", 5);
    note("/r1", 5);
    request.note(RequestEntry.of(KEY, RequestEntry.ANY, 5_000, false));
    declined(inRack, 100);
    note(RequestEntry.ANY, 5_000);
    declined(inRack, 40);
    assertEquals(NodeType.RACK_LOCAL, offered(inRack));
  }

  @Test
  public void rackIsAcceptedWithoutDelayThoughAnyNodeIsStrict() {
    model = model(SimulationSettings.DEFAULT.with(DELAY, "0"));
    note("h1", 5);
    request.note(RequestEntry.of(KEY, "/r1", 5, false));
    request.note(RequestEntry.of(KEY, RequestEntry.ANY, 5, false));
    declined(inRack, 2);
    note("/r1", 5);
    assertEquals(NodeType.RACK_LOCAL, offered(inRack));
    declined(far, 50);
  }

  @Test
  public void anyNodeIsAcceptedAtOnceWithoutAHost() {
    assertEquals(2, request.note(RequestEntry.of(KEY, RequestEntry.ANY, 2, true)));
    assertEquals(NodeType.OFF_SWITCH, offered(far));
    request.granted(far, NodeType.OFF_SWITCH, model);
    assertEquals(1, request.any);
    assertEquals(-1, request.note(RequestEntry.of(KEY, RequestEntry.ANY, 0, true)));
  }

  @Test
  public void roomIsOfferedToTheMostUrgentFittingRequest() {
    SubClusterApplication tenant = new SubClusterApplication(null, null, 0);
    SubClusterRequest later = new SubClusterRequest(tenant, KEY, 1_000, 1);
    request.note(RequestEntry.of(KEY, RequestEntry.ANY, 1, true));
    later.note(RequestEntry.of(KEY, RequestEntry.ANY, 1, true));
    tenant.requests.add(new SubClusterRequest(tenant, KEY, 2_000, 1));
    tenant.requests.get(0).note(RequestEntry.of(KEY, RequestEntry.ANY, 1, true));
    tenant.requests.add(new SubClusterRequest(tenant, KEY, 1_000, 1));
    assertNull("one is too large, of the other nothing waits", tenant.next(far));
    tenant.requests.add(request);
    tenant.requests.add(later);
    assertSame(request, tenant.next(far));
    far.take(1, 1);
    assertNull(tenant.next(far));
  }
}
