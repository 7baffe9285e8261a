// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMLeveldbStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.RecoveryIterator;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** Reports on containers that ran while their node was restarted with another configuration. */
public class RestartedNodeTest {
  private static final String COMMAND =
      "java -Xmx819m org.apache.hadoop.mapred.YarnChild 10.0.0.1 1 attempt 2";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
  private ElasticContainerListener listener;
  private Context node;

  @Before
  public void start() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.NM_RECOVERY_DIR, folder.newFolder().getPath());
    store.init(conf);
    store.start();
  }

  @After
  public void close() throws IOException {
    stop();
    store.close();
  }

  private void stop() {
    if (listener != null && listener.metrics() != null) {
      listener.metrics().close();
    }
  }

  private static ContainerTokenIdentifier undersized() {
    return StockContainer.token(
        ContainerType.TASK, 512, Collections.singleton(UndersizedTag.of(1024)));
  }

  /** The node starts, or starts again. */
  private void starts(String mode, int heapFloor) throws Exception {
    stop();
    listener = new ElasticContainerListener();
    node = StockContainer.node(store, listener);
    Configuration conf = new Configuration(false);
    conf.set("yarn.elastic.mode", mode);
    conf.setInt("yarn.elastic.heap.floor", heapFloor);
    when(node.getConf()).thenReturn(conf);
    when(node.getLocalDirsHandler().getLocalDirsForRead())
        .thenReturn(Arrays.asList("/nowhere", folder.getRoot().getPath()));
    listener.init(node);
  }

  /** With the script that stock's launcher makes of it, if that is to be there. */
  private void launches(boolean leavesScript) throws Exception {
    StartContainerRequest request =
        StockContainer.request(StockContainer.launch(COMMAND), undersized());
    store.storeContainer(StockContainer.ID, 0, 1, request);
    StockContainer c =
        StockContainer.of(node, undersized(), request.getContainerLaunchContext()).init();
    c.launched();
    store.storeContainerLaunched(StockContainer.ID);
    if (leavesScript) {
      String application =
          StockContainer.ID.getApplicationAttemptId().getApplicationId().toString();
      File dir = folder.newFolder("nmPrivate", application, StockContainer.ID.toString());
      ContainerLaunch.ShellScriptBuilder script = ContainerLaunch.ShellScriptBuilder.create();
      for (Map.Entry<String, String> variable : c.environment().entrySet()) {
        script.env(variable.getKey(), variable.getValue());
      }
      script.command(c.commands());
      try (PrintStream out = new PrintStream(new File(dir, ContainerLaunch.CONTAINER_SCRIPT))) {
        script.write(out);
      }
    }
  }

  private StockContainer recovered() throws Exception {
    try (RecoveryIterator<RecoveredContainerState> all = store.getContainerStateIterator()) {
      return StockContainer.recovered(node, undersized(), all.next()).init().launched();
    }
  }

  private static UndersizedEnd reportedEnd(StockContainer c) {
    return UndersizedEnd.find(c.status().getDiagnostics());
  }

  @Test
  public void containerLaunchedWhileOffIsReportedWithItsFullHeap() throws Exception {
    starts("off", 256);
    launches(true);
    starts("on", 256);
    UndersizedEnd end = reportedEnd(recovered().killed(-104, "beyond its limit"));
    assertFalse(end.smallerHeap());
    assertTrue("of the node, not the job", end.leftByNode());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertEquals(0, listener.metrics().shrunk.value());
    assertEquals(1, listener.metrics().left.value());
    assertEquals("all is known", 0, listener.runningThroughRestart());
  }

  @Test
  public void exitCodeIsReadByTheSettingsOfTheLaunch() throws Exception {
    starts("off", 256);
    launches(true);
    starts("on", 256);
    assertEquals(
        "it was not told to exit so",
        UndersizedEnd.Outcome.FAILED,
        reportedEnd(recovered().exits(3, "")).outcome());
  }

  @Test
  public void heapShrunkBeforeTheRestartIsReportedAsSmaller() throws Exception {
    starts("on", 256);
    launches(true);
    starts("on", 400);
    UndersizedEnd end = reportedEnd(recovered().exits(3, ""));
    assertTrue(end.smallerHeap());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertEquals(1, listener.metrics().shrunkBefore.value());
    assertEquals(0, listener.metrics().left.value());
  }

  @Test
  public void unknownLaunchIsReportedAsLeftByTheNode() throws Exception {
    starts("on", 256);
    launches(false);
    starts("on", 400);
    assertTrue(reportedEnd(recovered().exits(0, null)).leftByNode());
    assertEquals(1, listener.metrics().left.value());
  }

  @Test
  public void reinitializedContainerIsRewrittenByTheCurrentSettings() throws Exception {
    starts("off", 256);
    launches(true);
    starts("on", 256);
    StockContainer c = recovered().reInit(StockContainer.launch(COMMAND)).launched();
    UndersizedEnd end = reportedEnd(c.exits(3, ""));
    assertTrue(end.smallerHeap());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
  }
}
