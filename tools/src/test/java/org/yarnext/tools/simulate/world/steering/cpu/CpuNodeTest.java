// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.steering.cpu;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.SmallWorkloads;

public class CpuNodeTest {
  private final SimulationEngine engine = new SimulationEngine(0);
  private final List<String> ended = new ArrayList<>();

  private CpuNode node(double cores, boolean groups) {
    SimNode node = new SimNode("a", "/rack", 8_000, 8, 1);
    return new CpuNode(node, cores, 1, groups, engine, e -> ended.add(e.id + engine.nowMs()));
  }

  private CpuContainer task(String id, CpuPeriod... periods) {
    CpuJob job = new CpuJob(SmallWorkloads.job(1, 0, 1, 1_000, 1, null));
    CpuTaskId key = new CpuTaskId(job, 0, new SimTask(1_000, 1, 1));
    return CpuContainer.task(id, engine.nowMs(), key, Arrays.asList(periods));
  }

  @Test
  public void progressAndUsageAreCurrentWhenRead() {
    CpuNode node = node(2, false);
    node.start(task("t", new CpuPeriod(1, 40_000, 0.8), new CpuPeriod(0, 10_000, 0.2)));
    engine.at(10_000, () -> assertEquals(0.2, node.get("t").progress(), 1e-9));
    engine.at(10_000, () -> assertEquals(10_000, node.get("t").usedMs(), 1e-6));
    engine.at(45_000, () -> assertEquals(0.9, node.get("t").progress(), 1e-9));
    engine.at(45_000, () -> assertEquals(40_000, node.get("t").usedMs(), 1e-6));
    engine.run(Long.MAX_VALUE);
    assertEquals(Arrays.asList("t50000"), ended);
    assertNull(node.get("t"));
    assertEquals(8_000, node.freeMb());
  }

  @Test
  public void cpuShareChangesAsOtherTasksWaitEndAndGainWeight() {
    CpuNode node = node(1, true);
    node.start(task("a", new CpuPeriod(1, 10_000, 1)));
    // For a second it waits, then the two share the core.
    node.start(task("b", new CpuPeriod(0, 1_000, 0), new CpuPeriod(1, 3_000, 1)));
    engine.at(
        3_000,
        () -> {
          assertEquals(2_000, node.get("a").usedMs(), 1e-6);
          assertEquals(2_000, node.get("a").heldBackMs(), 1e-6);
          node.get("b").weight = 4_000;
          node.reweigh();
        });
    engine.run(Long.MAX_VALUE);
    // Two of its three seconds are left, at four fifths of the core; then all is the first's.
    assertEquals(Arrays.asList("b5500", "a13000"), ended);
  }
}
