// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.host;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;
import static org.yarnext.mercury.allocation.PlacedApplication.perHost;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.Test;

/** Requests are placed, by location, label and priority. */
public class MercuryAllocatorTest extends MercuryAllocatorTestBase {
  @Test
  public void wholeRequestIsPlacedInOneCall() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    List<Container> containers = app.allocate(on(), ask(1, ANY, 200));
    assertEquals(200, containers.size());
    perHost(containers).forEach((host, n) -> assertEquals(host, 25, n.intValue()));
    assertTrue("nothing is outstanding", app.context.getOutstandingOpReqs().isEmpty());
    Set<ContainerId> ids = new HashSet<>();
    containers.forEach(c -> ids.add(c.getId()));
    assertEquals(200, ids.size());
    assertEquals(0, app.allocate(on()).size());
  }

  @Test
  public void callPassesTheGuardTwiceAndOnceForEachContainer() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    app.allocate(on(), ask(1, ANY, 3));
    Map<String, Long> passes = new TreeMap<>();
    placer.guard().counters().perHook().forEach((hook, n) -> passes.put(hook, n.ok()));
    assertEquals(
        "{mercury.place=1, mercury.place.read=1, mercury.place.sign=3}", passes.toString());
  }

  @Test
  public void stockPlacesOneContainerPerNodeInACall() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(8));
    assertEquals(8, app.allocate(stock(-1), ask(1, ANY, 200)).size());
  }
}
