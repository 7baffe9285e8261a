// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.NodeBase;
import org.junit.Test;

/** The known racks of hosts over time. */
public class HostRackCacheTest {
  private final CountDownLatch blocked = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private volatile String rack = "/r";
  private volatile boolean failing;

  private List<Node> resolve(List<String> hosts) {
    try {
      assertTrue(blocked.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    runs.incrementAndGet();
    if (failing) {
      throw new IllegalStateException("no script");
    }
    return hosts.stream().map(host -> new NodeBase(host, rack)).collect(Collectors.toList());
  }

  private static String waitFor(HostRackCache racks, String host) throws Exception {
    for (int i = 0; racks.of(host) == null && i < 10_000; i++) {
      Thread.sleep(5);
    }
    return racks.of(host);
  }

  private void waitForRuns(int count) throws Exception {
    for (int i = 0; runs.get() < count && i < 10_000; i++) {
      Thread.sleep(5);
    }
    assertEquals(count, runs.get());
  }

  @Test
  public void callsDoNotWaitForTheTopologyScript() throws Exception {
    HostRackCache racks = new HostRackCache(this::resolve, false);
    assertNull(racks.of("h1"));
    assertNull("and it runs once for each host", racks.of("h1"));
    List<String> more = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      more.add("m" + i);
    }
    more.forEach(host -> assertNull(racks.of(host)));
    blocked.countDown();
    assertEquals("/r", waitFor(racks, "h1"));
    assertEquals("one that found no place in line", "/r", waitFor(racks, "m19999"));
    int before = runs.get();
    assertEquals("/r", racks.of("h1"));
    assertEquals("it stays known", before, runs.get());
  }

  @Test
  public void defaultRackIsUnknownIfThereAreOtherRacks() throws Exception {
    blocked.countDown();
    rack = NetworkTopology.DEFAULT_RACK;
    HostRackCache racks = new HostRackCache(this::resolve, false);
    assertNull(racks.of("h1"));
    waitForRuns(1);
    assertNull(racks.of("h1"));
    rack = "/r";
    racks.forgetUnknown();
    assertEquals("the script knows it by now", "/r", waitFor(racks, "h1"));
    rack = NetworkTopology.DEFAULT_RACK;
    assertEquals(rack, waitFor(new HostRackCache(this::resolve, true), "h1"));
  }

  @Test
  public void racksAreUnknownWhileTheTopologyFails() throws Exception {
    blocked.countDown();
    failing = true;
    HostRackCache racks = new HostRackCache(this::resolve, false);
    assertNull(racks.of("h1"));
    waitForRuns(1);
    assertNull("it is not asked again at once", racks.of("h1"));
    assertEquals(1, racks.unknown());
    failing = false;
    assertEquals("/r", waitFor(racks, "h2"));
    assertEquals(2, runs.get());
    racks.forgetUnknown();
    assertEquals("/r", waitFor(racks, "h1"));
    assertEquals(0, racks.unknown());
  }
}
