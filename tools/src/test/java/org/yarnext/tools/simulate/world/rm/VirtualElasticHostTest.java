// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.SimulationEngine;

public class VirtualElasticHostTest {
  /** Otherwise a task that has ended would seem to begin again, and its room to stay in use. */
  @Test
  public void endedContainerKeepsItsStartUntilTheSchedulerHearsOfItsEnd() {
    SimulationEngine engine = new SimulationEngine(0);
    VirtualElasticHost host = new VirtualElasticHost(engine);
    ContainerId id =
        ContainerId.newContainerId(
            ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 2);
    RMContainer container = mock(RMContainer.class);
    when(container.getContainerId()).thenReturn(id);
    engine.at(1_000, () -> host.started(id));
    engine.at(9_000, () -> host.ended(id, 500));
    engine.at(9_400, () -> assertEquals(1_000, host.startedMs(container)));
    engine.at(9_600, () -> assertEquals("not received", 9_600, host.startedMs(container)));
    engine.run(10_000);
    assertEquals(4 + 1, engine.eventsRun());
  }
}
