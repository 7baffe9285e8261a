// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Amounts that the ResourceManager approved are written, and put back. */
public class ApprovedAmountTest extends NodeTaskManagerTestBase {
  @Test
  public void approvedAmountsAreWrittenAndRestoredInSteps() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("150", weight("c1"));
    assertEquals("100", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
  }

  @Test
  public void memoryIsUnboundedAgainAtTheAmountOfTheToken() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    assertEquals("max", high("c1"));
    assertEquals("max", limit("c2"));
  }

  @Test
  public void failedDecreaseIsNotGivenToAnotherContainer() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3", "c4"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    kernel.refused.add("c1/cpu.weight");
    approved.put("c1", 500.0);
    approved.put("c2", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    kernel.refused.clear();
    assertEquals("100", weight("c2"));
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
  }

  @Test
  public void cpuMovesOnANodeWithOvercommittedVcores() throws IOException {
    for (int i = 1; i <= 6; i++) {
      start("c" + i);
      used("c" + i, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c2"));
  }

  @Test
  public void newContainerReclaimsCpuGivenToAnotherContainer() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    start("c4");
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c4"));
  }
}
