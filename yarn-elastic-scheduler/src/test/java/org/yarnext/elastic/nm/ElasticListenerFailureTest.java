// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** Modes, failures and slowness. */
public class ElasticListenerFailureTest extends ElasticListenerTestBase {
  // ---- modes and failures ---------------------------------------------------------------------

  @Test
  public void listenerThatIsOffOrInvalidChangesNothing() throws Exception {
    for (ElasticContainerListener listener :
        Arrays.asList(listener(), listener("mode", "on", "heap.floor", "1"))) {
      StockContainer c = container(listener, undersized()).init();
      assertEquals(Arrays.asList(COMMAND), c.commands());
      assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
      assertNull(end(c.launched().exits(3, "")));
      assertNull(listener.metrics());
    }
  }

  @Test
  public void shadowModeLogsTheShrinkOfAFullSizedContainer() throws Exception {
    ElasticContainerListener listener = listener("mode", "shadow");
    ContainerTokenIdentifier full = StockContainer.token(ContainerType.TASK, 1024, null);
    StockContainer c = container(listener, full).init();
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
    assertEquals(Arrays.asList("HEAP_SHRUNK shadow"), reasons(listener));
    assertEquals(0, listener.metrics().shrunk.value());
    assertNull(end(c.launched().exits(3, "")));
  }

  @Test
  public void shadowModeStillShrinksUndersizedContainers() throws Exception {
    ElasticContainerListener listener = listener("mode", "shadow");
    StockContainer c = container(listener, undersized()).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertNotNull(end(c.launched().exits(0, null)));
  }

  @Test
  public void listenerFailureDoesNotAffectTheContainer() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = broken(listener).init();
    assertEquals(ContainerState.SCHEDULED, c.state());
    assertEquals(Arrays.asList("INIT_CONTAINER", "SCHEDULED"), watcher.seen);
    assertEquals(1, metric(listener, "GuardFailures"));
    c.launched().exits(0, null);
    assertEquals(ContainerState.DONE, c.state());
  }

  /** One whose launch context cannot be read, as an Error and not only as an exception. */
  private StockContainer broken(ElasticContainerListener listener) throws Exception {
    ContainerLaunchContext broken = org.mockito.Mockito.mock(ContainerLaunchContext.class);
    when(broken.getCommands()).thenThrow(new StackOverflowError("on purpose"));
    return StockContainer.of(StockContainer.node(listener, watcher), undersized(), broken);
  }

  private static long metric(ElasticContainerListener listener, String name) {
    return listener.metrics().log().metrics().snapshot().get(name).longValue();
  }

  @Test
  public void slowCallsDoNotDisableTheRewrite() throws Exception {
    AtomicLong nanos = new AtomicLong();
    nanoClock = () -> nanos.addAndGet(1_000_000_000);
    ElasticContainerListener listener = on();
    for (int i = 0; i < 10; i++) {
      StockContainer c = container(listener, undersized()).init();
      assertEquals(Arrays.asList(SMALLER), c.commands());
      assertTrue(end(c.launched().exits(0, null)).smallerHeap());
    }
    assertEquals(20, metric(listener, "GuardSlow"));
    assertEquals(0, metric(listener, "GuardState"));
  }

  @Test
  public void unreadableCommandsDoNotDisableTheRewrite() throws Exception {
    ElasticContainerListener listener = on();
    for (int i = 0; i < 20; i++) {
      broken(listener).init();
    }
    assertEquals("each is counted", 20, metric(listener, "GuardFailures"));
    assertEquals("and none trips", 0, metric(listener, "GuardState"));
    StockContainer c = container(listener, undersized()).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
  }

  @Test
  public void failedRewriteIsReportedAsTheFaultOfTheNode() throws Exception {
    ContainerLaunchContext fails = org.mockito.Mockito.mock(ContainerLaunchContext.class);
    when(fails.getCommands())
        .thenThrow(new StackOverflowError("on purpose"))
        .thenReturn(Arrays.asList(COMMAND));
    StockContainer c = StockContainer.of(StockContainer.node(on()), undersized(), fails).init();
    UndersizedEnd end = end(c.launched().exits(1, "Exit"));
    assertFalse(end.smallerHeap());
    assertTrue(end.leftByNode());
    assertEquals(UndersizedEnd.Outcome.FAILED, end.outcome());
  }

  @Test
  public void failuresAtContainerEndDoNotDisableTheRewrite() throws Exception {
    ElasticContainerListener listener = on();
    for (int i = 0; i < 4; i++) {
      broken(listener).init().launched().exits(0, null);
    }
    assertEquals(8, metric(listener, "GuardFailures"));
    assertEquals(Arrays.asList(SMALLER), container(listener, undersized()).init().commands());
  }

  @Test
  public void listenerThatCannotStartDoesNotAffectTheNodeManager() {
    ElasticContainerListener listener = new ElasticContainerListener();
    listener.init(null);
    assertNull(listener.metrics());
    listener.preTransition((ContainerImpl) null, ContainerState.NEW, null);
  }

  @Test
  public void exitAndSortKeysReachTheHeapRewrite() throws Exception {
    ElasticConfiguration conf = ElasticConfiguration.read(new Configuration(false));
    assertEquals("off", conf.mode().text());
    StockContainer c =
        container(listener("mode", "on", "heap.exit-on-out-of-memory", "false"), undersized())
            .init();
    assertEquals(Arrays.asList(COMMAND.replace("819m", "307m")), c.commands());
    c = container(listener("mode", "on", "heap.sort-percent", "10"), undersized()).init();
    assertEquals("30", c.environment().get("YARNEXT_ELASTIC_SORT_MB"));
  }
}
