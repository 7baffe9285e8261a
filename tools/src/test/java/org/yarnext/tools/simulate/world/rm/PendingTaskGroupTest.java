// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

public class PendingTaskGroupTest {
  private static SimTask on(String... hosts) {
    return new SimTask(512, 1, 1_000, Arrays.asList(hosts));
  }

  private final SimStage stage =
      new SimStage(
          "map",
          20,
          Arrays.asList(on("h1", "h2"), on("h3"), on("elsewhere"), on("h1")),
          Collections.emptyMap(),
          null);
  private final PendingTaskGroup group =
      new PendingTaskGroup(
          stage,
          0,
          0,
          stage.tasks().get(0),
          host -> host.equals("h3") ? "/r2" : host.startsWith("h") ? "/r1" : null);

  private Map<String, Integer> news() {
    Map<String, Integer> counts = new TreeMap<>();
    for (ResourceRequest request : group.news()) {
      counts.put(request.getResourceName(), request.getNumContainers());
    }
    return counts;
  }

  private static Map<String, Integer> counts(Object... pairs) {
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      counts.put((String) pairs[i], (Integer) pairs[i + 1]);
    }
    return counts;
  }

  @Test
  public void requestsCountTasksByHostRackAndInTotal() {
    for (int n = 0; n < 4; n++) {
      group.want(n, 0);
    }
    // A task counts once on its rack; hosts outside the cluster are not named.
    assertEquals(counts("*", 4, "h1", 2, "h2", 1, "h3", 1, "/r1", 2, "/r2", 1), news());
    assertTrue(news().isEmpty());
  }

  @Test
  public void containerGoesToALocalTaskElseToTheFirst() {
    for (int n = 0; n < 4; n++) {
      group.want(n, 0);
    }
    news();
    assertEquals(1, group.take("h3"));
    assertEquals(0, group.take("h3"));
    assertEquals(3, group.take("h1"));
    assertEquals(counts("*", 1, "h1", 0, "h2", 0, "h3", 0, "/r1", 0, "/r2", 0), news());
    assertEquals(2, group.take("h1"));
    assertEquals(-1, group.take("h1"));
    assertEquals(counts("*", 0), news());
  }

  @Test
  public void killedTaskIsRequestedAgain() {
    group.want(1, 0);
    group.take("h3");
    news();
    group.want(1, 700);
    assertEquals(counts("*", 1, "h3", 1, "/r2", 1), news());
    assertEquals(700, group.requestedMs(1));
    assertEquals(1, group.take("h3"));
  }
}
