// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMLeveldbStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.RecoveryIterator;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** Restarts, and how containers end. */
public class ElasticListenerEndTest extends ElasticListenerTestBase {
  // ---- restart --------------------------------------------------------------------------------

  /** Starts a container as the NodeManager does, restarts, and gives what comes back. */
  private StockContainer restarted(
      ElasticContainerListener listener, NMStateStoreService store, boolean launched)
      throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.NM_RECOVERY_DIR, folder.newFolder().getPath());
    store.init(conf);
    store.start();
    StartContainerRequest request =
        StockContainer.request(StockContainer.launch(COMMAND), undersized());
    store.storeContainer(StockContainer.ID, 0, 1, request);
    StockContainer before =
        StockContainer.of(
            StockContainer.node(store, listener),
            undersized(),
            request.getContainerLaunchContext());
    before.init();
    assertEquals(Arrays.asList(SMALLER), before.commands());
    if (launched) {
      before.launched();
      store.storeContainerLaunched(StockContainer.ID);
    }
    try (RecoveryIterator<RecoveredContainerState> all = store.getContainerStateIterator()) {
      return StockContainer.recovered(
          StockContainer.node(store, listener), undersized(), all.next());
    }
  }

  @Test
  public void storedCommandIsRewrittenAfterARestart() throws Exception {
    NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
    StockContainer c = restarted(on(), store, false);
    assertEquals("the store has what was asked", Arrays.asList(COMMAND), c.commands());
    assertEquals(Arrays.asList(SMALLER), c.init().commands());
    store.close();
  }

  @Test
  public void rewrittenCommandIsNotRewrittenAgain() throws Exception {
    // A store may keep the request itself, in which the command changed.
    ElasticContainerListener listener = on();
    ContainerLaunchContext kept = StockContainer.launch(COMMAND);
    Context node = StockContainer.node(listener);
    StockContainer.of(node, undersized(), kept).init();
    assertEquals(Arrays.asList(SMALLER), kept.getCommands());
    StockContainer c = StockContainer.of(node, undersized(), kept).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
    assertEquals(
        Arrays.asList("HEAP_SHRUNK_BEFORE applied", "HEAP_SHRUNK applied"), reasons(listener));
    assertEquals(1, listener.metrics().shrunkBefore.value());
  }

  @Test
  public void containerRunningThroughARestartEndsWithoutARunTime() throws Exception {
    NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
    StockContainer c = restarted(on(), store, true).init().launched().exits(3, "");
    UndersizedEnd end = UndersizedEnd.find(c.status().getDiagnostics());
    assertEquals(-1, end.ranMs());
    assertTrue(end.smallerHeap());
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    store.close();
  }

  @Test
  public void containerCompletedBeforeTheRestartIsNotProcessedAgain() throws Exception {
    ElasticContainerListener listener = on();
    NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
    Context node = StockContainer.node(store, listener);
    restarted(listener, store, true);
    store.storeContainerCompleted(StockContainer.ID, 0);
    StockContainer c;
    try (RecoveryIterator<RecoveredContainerState> all = store.getContainerStateIterator()) {
      c = StockContainer.recovered(node, undersized(), all.next());
    }
    assertEquals(ContainerState.DONE, c.init().state());
    assertEquals("the first start alone", 1, listener.metrics().shrunk.value());
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertEquals("nothing waits for its end", 0, listener.runningThroughRestart());
    store.close();
  }

  @Test
  public void endIsReportedInTheDiagnostics() throws Exception {
    ElasticContainerListener listener = on();
    UndersizedEnd well = end(container(listener, undersized()).init().launched().exits(0, null));
    assertEquals(1024, well.requestedMb());
    assertEquals(512, well.grantedMb());
    assertTrue(well.smallerHeap());
    assertTrue(well.ranMs() >= 0);
    assertEquals(UndersizedEnd.Outcome.WELL, well.outcome());

    StockContainer failed = container(listener, undersized()).init().launched().exits(1, "no disk");
    assertEquals(UndersizedEnd.Outcome.FAILED, end(failed).outcome());
    assertTrue(failed.status().getDiagnostics().contains("no disk"));
    assertEquals(2, listener.metrics().ended.value());
    assertEquals(0, listener.metrics().outOfMemory.value());
  }

  @Test
  public void outOfMemoryEndIsDistinguishedFromOtherEnds() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer byMonitor =
        container(listener, undersized())
            .init()
            .launched()
            .killed(ContainerExitStatus.KILLED_EXCEEDED_PMEM, "beyond physical memory limits");
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end(byMonitor).outcome());
    StockContainer byItself = container(listener, undersized()).init().launched().exits(3, "");
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end(byItself).outcome());
    StockContainer byMaster =
        container(listener, undersized())
            .init()
            .launched()
            .killed(ContainerExitStatus.KILLED_BY_APPMASTER, "killed by the master");
    assertEquals(UndersizedEnd.Outcome.STOPPED, end(byMaster).outcome());
    StockContainer byKernel =
        container(listener, undersized()).init().launched().killedFromOutside(137);
    assertEquals(UndersizedEnd.Outcome.OUT_OF_MEMORY, end(byKernel).outcome());
    StockContainer byPerson =
        container(listener, undersized()).init().launched().killedFromOutside(143);
    assertEquals(UndersizedEnd.Outcome.STOPPED, end(byPerson).outcome());
    assertEquals(3, listener.metrics().outOfMemory.value());
  }

  @Test
  public void containerKilledBeforeLaunchReportsNoEnd() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized()).init();
    c.killed(ContainerExitStatus.KILLED_BY_APPMASTER, "not needed");
    assertEquals(ContainerState.DONE, c.state());
    assertFalse(c.status().getDiagnostics().contains("yarnext"));
    assertEquals(0, listener.metrics().ended.value());
  }

  @Test
  public void containerKilledBeforeInitIsNotRewritten() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized());
    c.killed(ContainerExitStatus.KILLED_BY_APPMASTER, "not needed").init();
    assertEquals(ContainerState.DONE, c.state());
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Collections.emptyList(), reasons(listener));
  }

  @Test
  public void decisionsAreShownUntilTheNodeManagerStops() throws Exception {
    NMStateStoreService store = new NMNullStateStoreService();
    store.init(new Configuration(false));
    store.start();
    FeatureMetrics shown = listener(store, "mode", "on").metrics().log().metrics();
    assertNotNull(shown.registeredName());
    store.stop();
    assertNull(shown.registeredName());
  }
}
