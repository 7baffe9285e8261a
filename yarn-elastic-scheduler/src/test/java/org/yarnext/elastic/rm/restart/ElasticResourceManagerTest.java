// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.restart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** The whole ResourceManager, with scheduler and processor as configuration names them. */
@RunWith(Parameterized.class)
public class ElasticResourceManagerTest {
  @Rule public final HalvingRm cluster;

  public ElasticResourceManagerTest(SchedulerKind kind) {
    cluster = new HalvingRm(kind);
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return new Object[] {SchedulerKind.FAIR, SchedulerKind.CAPACITY};
  }

  @Test
  public void masterSeesTheRequestedSizeAndTheNodeTheGrantedSize() throws Exception {
    cluster.addNode("127.0.0.1:1234", 1024);
    cluster.launch();
    Container task = cluster.take(1).get(0);
    assertEquals(1024, task.getResource().getMemorySize());
    assertEquals(
        512,
        BuilderUtils.newContainerTokenIdentifier(task.getContainerToken())
            .getResource()
            .getMemorySize());
    assertSizeAndTag(task.getId());

    cluster.restart();
    assertSizeAndTag(task.getId());
    List<Container> previous =
        cluster.master().registerAppAttempt(false).getContainersFromPreviousAttempts();
    Optional<Container> shown =
        previous.stream().filter(c -> c.getId().equals(task.getId())).findFirst();
    assertTrue(previous.toString(), shown.isPresent());
    assertEquals(1024, shown.get().getResource().getMemorySize());
    cluster.end(task, "");
    assertEquals(HalvingRm.MASTER_MB, cluster.rootQueue().getAllocatedMB());
  }

  private void assertSizeAndTag(ContainerId id) {
    RMContainer known = cluster.scheduler().getRMContainer(id);
    assertEquals(512, known.getAllocatedResource().getMemorySize());
    assertEquals(1024, UndersizedTag.requestedMb(known.getAllocationTags()));
    assertEquals(HalvingRm.MASTER_MB + 512, cluster.rootQueue().getAllocatedMB());
    assertEquals(0, cluster.rootQueue().getPendingMB());
  }
}
