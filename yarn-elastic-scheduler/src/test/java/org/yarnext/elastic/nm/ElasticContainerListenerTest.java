// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.Test;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** Heaps of under-sized containers become smaller. */
public class ElasticContainerListenerTest extends ElasticListenerTestBase {
  // ---- set-up ---------------------------------------------------------------------------------

  private static String logged(String enforced, String checked) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("yarn.elastic.mode", "on");
    conf.set("yarn.nodemanager.resource.memory.enforced", enforced);
    if (checked != null) {
      conf.set("yarn.nodemanager.vmem-check-enabled", checked);
    }
    Context context = StockContainer.node(new NMNullStateStoreService());
    when(context.getConf()).thenReturn(conf);
    StringWriter log = new StringWriter();
    WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), log);
    Logger logger = Logger.getLogger(ElasticContainerListener.class);
    logger.setLevel(Level.INFO);
    logger.addAppender(appender);
    ElasticContainerListener listener = new ElasticContainerListener();
    try {
      listener.init(context);
    } finally {
      logger.removeAppender(appender);
      listener.metrics().close();
    }
    return log.toString();
  }

  @Test
  public void virtualMemoryCheckWithoutCgroupsIsLoggedAsError() throws Exception {
    String fix = "set yarn.nodemanager.vmem-check-enabled=false.";
    for (String checked : new String[] {null, "true"}) {
      String log = logged("false", checked);
      assertTrue(log, log.contains("ERROR") && log.contains(fix));
      assertEquals("once", log.indexOf("ERROR"), log.lastIndexOf("ERROR"));
    }
    assertFalse(logged("false", "false").contains("ERROR"));
    assertFalse("stock leaves it to cgroups", logged("true", "true").contains("ERROR"));
  }

  // ---- start ----------------------------------------------------------------------------------

  @Test
  public void undersizedContainerIsLaunchedWithASmallerHeap() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized()).init();
    assertEquals(ContainerState.SCHEDULED, c.state());
    assertEquals(Arrays.asList(SMALLER), c.commands());
    assertEquals("153", c.environment().get("YARNEXT_ELASTIC_SORT_MB"));
    assertEquals("/bin", c.environment().get("PATH"));
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertEquals(1, listener.metrics().shrunk.value());
    assertEquals(
        "another listener sees it all", Arrays.asList("INIT_CONTAINER", "SCHEDULED"), watcher.seen);
  }

  @Test
  public void containersThatAreNotUndersizedKeepTheirLaunchCommand() throws Exception {
    ElasticContainerListener listener = on();
    for (ContainerTokenIdentifier token :
        Arrays.asList(
            StockContainer.token(ContainerType.TASK, 1024, Collections.emptySet()),
            StockContainer.token(ContainerType.TASK, 1024, null),
            StockContainer.token(ContainerType.TASK, 1024, requestedTags(1024)),
            StockContainer.token(ContainerType.TASK, 2048, requestedTags(1024)),
            StockContainer.token(ContainerType.APPLICATION_MASTER, 512, requestedTags(1024)))) {
      StockContainer c = container(listener, token).init();
      assertEquals(Arrays.asList(COMMAND), c.commands());
      assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
      c.launched().exits(1, "java.lang.OutOfMemoryError: Java heap space");
      assertNull(UndersizedEnd.find(c.status().getDiagnostics()));
    }
    assertEquals(Collections.emptyList(), reasons(listener));
  }

  @Test
  public void heapBelowTheFloorIsLeftAndExplained() throws Exception {
    ElasticContainerListener listener = listener("mode", "on", "heap.floor", "308");
    StockContainer c = container(listener, undersized()).init();
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Arrays.asList("HEAP_LEFT_BELOW_FLOOR applied"), reasons(listener));
    assertEquals(1, listener.metrics().left.value());
    c.launched().exits(0, null);
    UndersizedEnd end = UndersizedEnd.find(c.status().getDiagnostics());
    assertFalse(end.smallerHeap());
    assertFalse("whatever the node, it is the command", end.leftByNode());
    assertTrue(end.toString(), end.toString().contains("heap left (HEAP_LEFT_BELOW_FLOOR)"));
  }

  @Test
  public void fittingHeapIsReportedAndLeftUnchanged() throws Exception {
    ElasticContainerListener listener = on();
    String command = COMMAND.replace("-Xmx819m", "-Xmx256m");
    StockContainer c =
        StockContainer.of(
                StockContainer.node(listener, watcher),
                undersized(),
                StockContainer.launch(command))
            .init();
    assertEquals(Arrays.asList(command), c.commands());
    assertEquals(Arrays.asList("HEAP_FITS applied"), reasons(listener));
    c.launched().exits(0, null);
    UndersizedEnd end = UndersizedEnd.find(c.status().getDiagnostics());
    assertTrue(end.toString(), end.heapFits());
    assertEquals(256, end.heapMb());
  }

  /** Follows the report of an end from the node to the ResourceManager's trust. */
  @Test
  public void fittingHeapKeepsTheTrustOfItsTaskClass() throws Exception {
    String command = COMMAND.replace("-Xmx819m", "-Xmx256m");
    StockContainer c =
        StockContainer.of(
                StockContainer.node(on(), watcher), undersized(), StockContainer.launch(command))
            .init()
            .launched();
    c.exits(0, null);
    ProfileTrust trust = new ProfileTrust(new TrustRules(1_000, 2, 5));
    TaskClass maps = new TaskClass("app_1", "etl", "map");
    trust.ended(maps, UndersizedEnd.find(c.status().getDiagnostics()), 0, 1);
    assertEquals(TrustReason.TRUST_KEPT, trust.trusted(maps, 1).reason());
  }

  @Test
  public void endOfAShrunkContainerReportsTheOriginalHeap() throws Exception {
    StockContainer c = container(on(), undersized()).init().launched();
    c.exits(0, null);
    assertEquals(819, UndersizedEnd.find(c.status().getDiagnostics()).heapMb());
  }

  @Test
  public void reinitializedContainerIsShrunkAgain() throws Exception {
    StockContainer c = container(on(), undersized()).init().launched();
    ContainerLaunchContext upgrade = StockContainer.launch(COMMAND.replace("-Da=b", "-Da=c"));
    c.reInit(upgrade);
    assertEquals(Arrays.asList(SMALLER.replace("-Da=b", "-Da=c")), c.commands());

    c.launched().reInit(null);
    assertEquals("its own again", Arrays.asList(SMALLER.replace("=b", "=c")), c.commands());
  }

  @Test
  public void markerCopiedFromAnotherContainerIsIgnored() throws Exception {
    // A mark that an application copied from another container's environment says nothing.
    ContainerLaunchContext copied = StockContainer.launch(COMMAND);
    copied.getEnvironment().put("YARNEXT_ELASTIC_CONTAINER", "container_1_0001_01_000009");
    StockContainer c = StockContainer.of(StockContainer.node(on()), undersized(), copied).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
  }
}
