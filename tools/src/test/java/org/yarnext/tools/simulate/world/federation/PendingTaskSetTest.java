// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;

public class PendingTaskSetTest {
  private final SimTask onA = task("a1");
  private final SimTask onBoth = task("a1", "a2", "b1");
  private final SimTask anywhere = task();

  private static SimTask task(String... hosts) {
    return new SimTask(1_000, 1, 5, Arrays.asList(hosts));
  }

  /** Hosts are called after their racks; that of x is not known. */
  private static String rack(String host) {
    return host.startsWith("x") ? null : "/" + host.charAt(0);
  }

  private static List<PendingTaskSet> of(SimTask... tasks) {
    SimStage stage = new SimStage("map", 20, Arrays.asList(tasks), Collections.emptyMap(), null);
    SimJob job = new SimJob(1, "j", "TEZ", "u", "default", 0, Collections.singletonList(stage));
    return PendingTaskSet.of(job, 0, PendingTaskSetTest::rack, mb -> (mb + 1_023) / 1_024 * 1_024);
  }

  private static SubClusterNode node(String host) {
    return new SubClusterNode(new SimNode(host, rack(host), 4_096, 4, 0), null);
  }

  private static List<String> news(PendingTaskSet wanted) {
    List<String> entries = new ArrayList<>();
    for (RequestEntry entry : wanted.news()) {
      entries.add(entry.resourceName() + "=" + entry.count());
    }
    return entries;
  }

  @Test
  public void hostsAndTheirRacksAreRequestedOncePerTask() {
    PendingTaskSet wanted = of(onA, onBoth, anywhere, task("x1")).get(0);
    assertEquals("[a1=2, /a=2, a2=1, b1=1, /b=1, *=4]", news(wanted).toString());
    assertEquals("[*=4]", news(wanted).toString());
  }

  @Test
  public void taskStartsOnItsHostElseInItsRackElseTheFirstTask() {
    PendingTaskSet wanted = of(anywhere, onA, onBoth).get(0);
    news(wanted);
    assertSame(onBoth, wanted.start(node("b1")));
    assertEquals(
        "what was granted there is known", "[a1=1, /a=1, a2=0, *=2]", news(wanted).toString());
    assertSame("in the rack", onA, wanted.start(node("a9")));
    assertEquals("[a1=0, *=1]", news(wanted).toString());
    assertSame(anywhere, wanted.start(node("c1")));
    assertEquals(0, wanted.left());
    assertEquals("[*=0]", news(wanted).toString());
  }

  @Test
  public void taskStartedFarFromItsDataIsNoLongerRequestedThere() {
    PendingTaskSet wanted = of(onA, onA).get(0);
    news(wanted);
    assertSame(onA, wanted.start(node("c1")));
    assertEquals("[a1=1, /a=1, *=1]", news(wanted).toString());
  }

  @Test
  public void tasksOfOneStageAreRequestedBySize() {
    List<PendingTaskSet> bySize = of(onA, new SimTask(3_000, 2, 5), anywhere);
    assertEquals(2, bySize.size());
    assertEquals("20/0/1024x1", bySize.get(0).key.toString());
    assertEquals(2, bySize.get(0).left());
    assertEquals("20/0/3072x2", bySize.get(1).key.toString());
    assertEquals(3_072, bySize.get(1).mb);
  }
}
