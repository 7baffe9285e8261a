// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.epoch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Spare CPU goes to tasks that use it and back as soon as others need it. */
public class SpareCpuTest extends NodeTaskManagerTestBase {
  @Test
  public void spareCpuGoesToTasksAndIsReclaimedAtOnce() throws IOException {
    start("c1");
    startOther("other", 1);
    assertEquals(1_000, share("c1"), 25);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals("4 cores but the other's", 3_000, share("c1"), 100);
    assertEquals(1_000, share("other"), 25);
    start("c2");
    assertEquals(1_500, share("c1"), 50);
    assertEquals(1_500, share("c2"), 50);
    startOther("another", 2);
    assertEquals("all is handed out", 1_000, share("c1"), 25);
    assertEquals(1_000, share("c2"), 25);
    end("another");
    assertEquals(1_500, share("c1"), 50);
    manager.giveSpareTo(Collections.emptySet());
    assertEquals(1_000, share("c1"), 25);
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    manager.putBack();
    assertEquals(1_000, share("c1"), 25);
    start("c3");
    assertEquals("until it is switched on again", 1_000, share("c3"), 25);
  }

  @Test
  public void weightsOfAllTasksAreJournaledInOneWrite() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3"}) {
      start(container);
    }
    File undoFile = removedBeforeTheNextChange();
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(1_333, share("c3"), 10);
    assertFalse("before any is changed", undoFile.exists());
    manager.giveSpareTo(Collections.emptySet());
    undoFile = removedBeforeTheNextChange();
    for (String container : new String[] {"c1", "c2", "c3"}) {
      approved.put(container, 1_250.0);
    }
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c3"));
    assertFalse("so is a plan", undoFile.exists());
  }

  /** One core and 1 GB, of which the free rest of the node was given to it. */
  private void raised(String container) throws IOException {
    start(container);
    approved.put(container, 4_000.0);
    for (int epoch = 0; epoch < 10; epoch++) {
      manager.actuate(ResourceKind.CPU, approved);
    }
    assertEquals(4_000, share(container), 0);
  }

  @Test
  public void newContainerReclaimsRaisedCpuAtOnce() throws IOException {
    raised("c1");
    startOther("other", 3);
    assertEquals("no epoch has passed", 1_000, share("c1"), 0);
    assertEquals(0, left(), 0);
    end("other");
    assertEquals("nor is anything given for that", 1_000, share("c1"), 0);
  }

  @Test
  public void shrunkNodeReclaimsRaisedCpu() throws IOException {
    raised("c1");
    manager.setCapacity(new NodeCapacity(3_000, 4 * GB, 3_000));
    manager.sample(5 * SECOND);
    assertEquals(3_000, share("c1"), 0);
  }

  private File removedBeforeTheNextChange() {
    File undoFile = folder.getRoot().toPath().resolve("journal.json").toFile();
    kernel.beforeChange =
        () -> {
          assertTrue(undoFile.delete());
          kernel.beforeChange = () -> {};
        };
    return undoFile;
  }

  @Test
  public void approvedCpuRaisesTheSpareWeightInProportion() throws IOException {
    start("c1");
    start("c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("c1"), 60);
    approved.put("c1", 1_200.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals(4_000 * 1.2 / 2.2, share("c1"), 60);
    assertEquals(4_000 / 2.2, share("c2"), 60);
    assertEquals("what they weigh is not what they have", 1_800, left(), 0);
  }

  @Test
  public void applicationMastersReceiveSpareCpu() throws IOException {
    manager.started(
        new TaskContainer(
            "master",
            "application_1_0001",
            new ContainerEntitlement(true, 1, 1024),
            null,
            true,
            cgroups.make("master", 1000)),
        0);
    start("c1");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(2_000, share("master"), 60);
    assertEquals(2_000, share("c1"), 60);
  }

  @Test
  public void shadowModeChangesNoWeights() throws IOException {
    manager = newManager(FeatureMode.SHADOW);
    String usual = weight("");
    start("c1");
    start("c2");
    manager.giveSpareTo(Collections.singleton("application_1_0001"));
    assertEquals(1_000, share("c1"), 25);
    assertEquals(usual, weight(""));
  }

  @Test
  public void parentWeightIsTheSumOfTheTokens() throws IOException {
    start("c1");
    start("c2");
    start("c3");
    assertEquals("300", weight(""));
    startByExecutor("s1", map());
    manager.sample(0);
    assertEquals("an executor's are not below our group", "300", weight(""));
    manager.updated("c1", new ContainerEntitlement(true, 3, 1024));
    manager.sample(5 * SECOND);
    assertEquals("500", weight(""));
    manager.putBack();
    assertEquals("as long as they run", "500", weight(""));
    end("c1");
    assertEquals("200", weight(""));
    end("c2");
    end("c3");
    assertEquals("nothing is left to weigh", "100", weight(""));
    assertEquals(0, failures());
  }
}
