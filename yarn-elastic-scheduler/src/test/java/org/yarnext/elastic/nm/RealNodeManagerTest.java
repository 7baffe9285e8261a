// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.tez.runtime.task.TezChild;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.testing.LoneNodeManager;

/** A stock NodeManager launches under-sized containers, whose JVMs then are what they should be. */
public class RealNodeManagerTest {
  @ClassRule public static final TemporaryFolder FOLDER = new TemporaryFolder();

  private static final long MB = 1L << 20;
  private static final Set<String> ASKED = Collections.singleton(UndersizedTag.of(1024));

  private static LoneNodeManager node;

  @BeforeClass
  public static void start() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    Configuration conf = new Configuration();
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.elastic.heap.floor", "16");
    conf.set(
        YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS,
        ElasticContainerListener.class.getName());
    node = new LoneNodeManager(FOLDER.getRoot().toPath(), conf);
  }

  @AfterClass
  public static void stop() throws Exception {
    if (node != null) {
      node.close();
    }
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  private static String task(long heapMb, String what) {
    return "$JAVA_HOME/bin/java -Xmx"
        + heapMb
        + "m -XX:+UseG1GC -cp "
        + System.getProperty("java.class.path").split(":")[0]
        + " "
        + TezChild.class.getName()
        + " "
        + what;
  }

  private static long reportedHeap(ContainerId id) throws Exception {
    return Long.parseLong(node.output(id).trim().replaceAll("(?s).*heap (\\d+).*", "$1"));
  }

  @Test
  public void undersizedContainerHasASmallerHeapAndReportsItsEnd() throws Exception {
    ContainerId id = node.run(task(800, "tell"), Resource.newInstance(512, 1), ASKED);
    ContainerStatus status = node.end(id);
    assertEquals(status.toString(), 0, status.getExitStatus());
    assertEquals(288 * MB, reportedHeap(id), 2 * MB);
    UndersizedEnd end = UndersizedEnd.find(status.getDiagnostics());
    assertEquals(UndersizedEnd.Outcome.WELL, end.outcome());
    assertTrue(end.smallerHeap());
    assertTrue("" + end.ranMs(), end.ranMs() > 0 && end.ranMs() < 120_000);
  }

  @Test
  public void fullSizedContainerHasTheRequestedHeap() throws Exception {
    ContainerId id =
        node.run(task(800, "tell"), Resource.newInstance(1024, 1), Collections.emptySet());
    assertEquals(0, node.end(id).getExitStatus());
    assertEquals(800 * MB, reportedHeap(id), 2 * MB);
    assertNull(UndersizedEnd.find(node.end(id).getDiagnostics()));
  }

  @Test
  public void containerThatExhaustsItsSmallerHeapEndsOutOfMemory() throws Exception {
    ContainerStatus status =
        node.end(node.run(task(800, "exhaust"), Resource.newInstance(300, 1), ASKED));
    assertEquals(status.toString(), 3, status.getExitStatus());
    UndersizedEnd end = UndersizedEnd.find(status.getDiagnostics());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertTrue(end.smallerHeap());
  }

  /** If cgroups enforce memory, the kernel ends it so. */
  @Test
  public void containerKilledOutsideYarnEndsOutOfMemory() throws Exception {
    String command = "kill -9 $$ && " + task(800, "tell");
    ContainerStatus status = node.end(node.run(command, Resource.newInstance(512, 1), ASKED));
    assertEquals(status.toString(), 137, status.getExitStatus());
    UndersizedEnd end = UndersizedEnd.find(status.getDiagnostics());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertTrue(end.smallerHeap());
  }

  @Test
  public void monitorEnforcesTheGrantedSize() throws Exception {
    // 800 - (1024 - 230) is below the floor: it keeps its heap and is stopped for it.
    ContainerStatus status =
        node.end(node.run(task(800, "hold"), Resource.newInstance(230, 1), ASKED));
    assertEquals(ContainerExitStatus.KILLED_EXCEEDED_PMEM, status.getExitStatus());
    UndersizedEnd end = UndersizedEnd.find(status.getDiagnostics());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertFalse(end.smallerHeap());
  }
}
