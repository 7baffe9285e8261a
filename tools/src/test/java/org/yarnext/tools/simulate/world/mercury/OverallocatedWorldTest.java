// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.CounterNames;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SmallWorkloads;

/** A node full of guaranteed tasks that use little of it, and opportunistic tasks beside them. */
public class OverallocatedWorldTest extends MercuryWorldTestBase {
  private static final long GUARANTEED_MS = 600_000;

  private static final SimulationSettings OFF =
      SETTINGS
          .with("yarn.mercury.hybrid.queues", "guaranteed:only-G")
          .with("yarn.mercury.shedding.delay", "60s")
          .with("yarnext.simulate.memory-use", "0.3")
          .with("yarnext.simulate.cpu-use", "0.2");

  private static final SimulationSettings ON = OFF.with("yarn.mercury.overallocation.mode", "on");

  private static RunOutcome run(SimulationSettings settings) {
    SimJob guaranteed =
        SmallWorkloads.job(1, 0, 8, 1_000, GUARANTEED_MS, null).withQueue("guaranteed");
    SimJob opportunistic = SmallWorkloads.job(2, 120_000, 20, 1_000, 20_000, null);
    return run("mercury-central", nodes(1, 8), settings, guaranteed, opportunistic);
  }

  private static long count(RunOutcome outcome, String counter) {
    return outcome.counters().getOrDefault(counter, 0L);
  }

  @Test
  public void opportunisticTasksDoNotWaitForGuaranteedOnesToEnd() {
    RunOutcome off = run(OFF);
    RunOutcome on = run(ON);
    assertTrue("off: " + endOf(off, 1), endOf(off, 1) > GUARANTEED_MS);
    assertTrue("on: " + endOf(on, 1), endOf(on, 1) < GUARANTEED_MS);
    assertEquals("guaranteed tasks do not notice", endOf(off, 0), endOf(on, 0));
    assertEquals(20, count(on, CounterNames.BEYOND_STARTED));
    assertEquals(0, count(on, CounterNames.BEYOND_STOPPED));
    assertEquals(0, count(on, CounterNames.LOST_VCORE_MS));
    assertEquals(0, count(on, CounterNames.MEMORY_SHORT_S));
    assertEquals(8, count(on, CounterNames.GUARANTEED_STARTED));
    assertEquals(0, count(on, CounterNames.GUARANTEED_WAITED));
    assertEquals(0, count(off, CounterNames.BEYOND_STARTED));
    double before = use(off);
    assertTrue(before > 0 && use(on) > before);
  }

  /** The mean memory that tasks used, in MB. */
  private static double use(RunOutcome outcome) {
    return (double) count(outcome, CounterNames.USED_MB_S) / count(outcome, CounterNames.SAMPLED_S);
  }

  @Test
  public void nothingRunsBeyondTheAllocationIfTasksUseAll() {
    RunOutcome off = run(OFF.with("yarnext.simulate.memory-use", "1"));
    RunOutcome on =
        run(ON.with("yarnext.simulate.memory-use", "1").with("yarnext.simulate.use-spread", "0"));
    assertEquals(0, count(on, CounterNames.BEYOND_STARTED));
    assertEquals(endOf(off, 1), endOf(on, 1));
    SimulationSettings notModelled =
        ON.with("yarnext.simulate.memory-use", "1").with("yarnext.simulate.cpu-use", "1");
    assertEquals(0, count(run(notModelled), CounterNames.SAMPLED_S));
    assertEquals(endOf(off, 1), endOf(run(notModelled), 1));
  }

  @Test
  public void spikesStopWhatRunsBeyondTheAllocationAlone() {
    // Otherwise nothing starts for five minutes after a spike.
    SimulationSettings forgetful = ON.with("yarn.mercury.overallocation.window", "10s");
    RunOutcome calm = run(forgetful);
    RunOutcome spikes =
        run(
            forgetful
                .with("yarnext.simulate.spike-every-ms", "100000")
                .with("yarnext.simulate.spike-ms", "20000"));
    assertTrue(count(spikes, CounterNames.BEYOND_STOPPED) > 0);
    assertTrue(count(spikes, CounterNames.LOST_VCORE_MS) > 0);
    assertEquals(0, spikes.unfinished());
    assertEquals(endOf(calm, 0), endOf(spikes, 0));
    assertTrue(endOf(spikes, 1) > endOf(calm, 1));
  }

  @Test
  public void useOutsideItsBoundsIsRefused() {
    for (String wrong : new String[] {"0", "1.1", "-0.5", "half"}) {
      assertThrows(
          SimulationException.class, () -> run(OFF.with("yarnext.simulate.memory-use", wrong)));
    }
  }
}
