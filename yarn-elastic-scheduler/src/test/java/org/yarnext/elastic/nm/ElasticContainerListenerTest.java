// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.when;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMLeveldbStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;
import org.apache.hadoop.yarn.server.nodemanager.recovery.RecoveryIterator;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.decision.DecisionBuffer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** Stock containers go through their states with the listener among others. */
public class ElasticContainerListenerTest {
  private static final String COMMAND =
      "java -Xmx819m -Da=b org.apache.hadoop.mapred.YarnChild 10.0.0.1 1 attempt 2";
  private static final String SMALLER =
      "java -XX:+IgnoreUnrecognizedVMOptions -XX:+ExitOnOutOfMemoryError -Xmx307m -Da=b"
          + " org.apache.hadoop.mapred.YarnChild 10.0.0.1 1 attempt 2";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final List<ElasticContainerListener> listeners = new ArrayList<>();
  private final Watcher watcher = new Watcher();
  private LongSupplier nanoClock = System::nanoTime;

  @After
  public void takeBeansOut() {
    listeners.stream()
        .map(ElasticContainerListener::journal)
        .filter(journal -> journal != null)
        .forEach(HeapMetrics::close);
  }

  /** Another listener, behind ours. */
  private static final class Watcher implements ContainerStateTransitionListener {
    final List<String> seen = new ArrayList<>();

    @Override
    public void init(Context context) {}

    @Override
    public void preTransition(ContainerImpl c, ContainerState before, ContainerEvent event) {
      seen.add(event.getType().toString());
    }

    @Override
    public void postTransition(
        ContainerImpl c, ContainerState before, ContainerState after, ContainerEvent event) {
      seen.add(after.toString());
    }
  }

  private ElasticContainerListener listener(String... keysAndValues) throws Exception {
    return listener(new NMNullStateStoreService(), keysAndValues);
  }

  private ElasticContainerListener listener(NMStateStoreService store, String... keysAndValues)
      throws Exception {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set("yarn.elastic." + keysAndValues[i], keysAndValues[i + 1]);
    }
    Context context = StockContainer.node(store);
    when(context.getConf()).thenReturn(conf);
    ElasticContainerListener listener = new ElasticContainerListener(nanoClock);
    listener.init(context);
    listeners.add(listener);
    return listener;
  }

  private ElasticContainerListener on() throws Exception {
    return listener("mode", "on");
  }

  private static Set<String> asked(long mb) {
    return new HashSet<>(Arrays.asList("zone-a", UndersizedTag.of(mb)));
  }

  private static ContainerTokenIdentifier undersized() {
    return StockContainer.token(ContainerType.TASK, 512, asked(1024));
  }

  private StockContainer container(
      ElasticContainerListener listener, ContainerTokenIdentifier token) throws Exception {
    Context node = StockContainer.node(listener, watcher);
    return StockContainer.of(node, token, StockContainer.launch(COMMAND));
  }

  private static List<String> reasons(ElasticContainerListener listener) {
    List<String> reasons = new ArrayList<>();
    for (DecisionBuffer.Entry entry : listener.journal().log().ring().recent(100)) {
      reasons.add(entry.reason().code() + (entry.applied() ? " applied" : " shadow"));
    }
    return reasons;
  }

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
      listener.journal().close();
    }
    return log.toString();
  }

  @Test
  public void aCheckOfVirtualMemoryThatWouldStopEveryTaskIsAnErrorInTheLog() throws Exception {
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
  public void anUndersizedContainerIsLaunchedWithASmallerHeap() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized()).init();
    assertEquals(ContainerState.SCHEDULED, c.state());
    assertEquals(Arrays.asList(SMALLER), c.commands());
    assertEquals("153", c.environment().get("YARNEXT_ELASTIC_SORT_MB"));
    assertEquals("/bin", c.environment().get("PATH"));
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertEquals(1, listener.journal().shrunk.value());
    assertEquals(
        "another listener sees it all", Arrays.asList("INIT_CONTAINER", "SCHEDULED"), watcher.seen);
  }

  @Test
  public void everyOtherContainerIsLeftAlone() throws Exception {
    ElasticContainerListener listener = on();
    for (ContainerTokenIdentifier token :
        Arrays.asList(
            StockContainer.token(ContainerType.TASK, 1024, Collections.emptySet()),
            StockContainer.token(ContainerType.TASK, 1024, null),
            StockContainer.token(ContainerType.TASK, 1024, asked(1024)),
            StockContainer.token(ContainerType.TASK, 2048, asked(1024)),
            StockContainer.token(ContainerType.APPLICATION_MASTER, 512, asked(1024)))) {
      StockContainer c = container(listener, token).init();
      assertEquals(Arrays.asList(COMMAND), c.commands());
      assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
      c.launched().exits(1, "java.lang.OutOfMemoryError: Java heap space");
      assertNull(UndersizedEnd.find(c.status().getDiagnostics()));
    }
    assertEquals(Collections.emptyList(), reasons(listener));
  }

  @Test
  public void whatCannotBeDoneIsExplained() throws Exception {
    ElasticContainerListener listener = listener("mode", "on", "heap.floor", "308");
    StockContainer c = container(listener, undersized()).init();
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Arrays.asList("HEAP_LEFT_BELOW_FLOOR applied"), reasons(listener));
    assertEquals(1, listener.journal().left.value());
    c.launched().exits(0, null);
    UndersizedEnd end = UndersizedEnd.find(c.status().getDiagnostics());
    assertFalse(end.smallerHeap());
    assertFalse("whatever the node, it is the command", end.leftByNode());
    assertTrue(end.toString(), end.toString().contains("heap left (HEAP_LEFT_BELOW_FLOOR)"));
  }

  @Test
  public void aHeapThatFitsAsItIsIsToldOfAndNothingIsChanged() throws Exception {
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

  /** From the node's words to the ResourceManager's judgement. */
  @Test
  public void aHeapThatFitsAsItIsCostsItsClassNoTrust() throws Exception {
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
  public void howLargeTheHeapWasIsToldOfASmallerOneToo() throws Exception {
    StockContainer c = container(on(), undersized()).init().launched();
    c.exits(0, null);
    assertEquals(819, UndersizedEnd.find(c.status().getDiagnostics()).heapMb());
  }

  @Test
  public void aContainerThatIsInitialisedAnewLosesItsShareAgain() throws Exception {
    StockContainer c = container(on(), undersized()).init().launched();
    ContainerLaunchContext upgrade = StockContainer.launch(COMMAND.replace("-Da=b", "-Da=c"));
    c.reInit(upgrade);
    assertEquals(Arrays.asList(SMALLER.replace("-Da=b", "-Da=c")), c.commands());

    c.launched().reInit(null);
    assertEquals("its own again", Arrays.asList(SMALLER.replace("=b", "=c")), c.commands());
  }

  @Test
  public void onTwoNodesTheSameContextIsOfTwoContainers() throws Exception {
    // A mark that an application copied from another container's environment says nothing.
    ContainerLaunchContext copied = StockContainer.launch(COMMAND);
    copied.getEnvironment().put("YARNEXT_ELASTIC_CONTAINER", "container_1_0001_01_000009");
    StockContainer c = StockContainer.of(StockContainer.node(on()), undersized(), copied).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
  }

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
  public void afterARestartTheStoredCommandIsRewrittenLikeTheFirst() throws Exception {
    NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
    StockContainer c = restarted(on(), store, false);
    assertEquals("the store has what was asked", Arrays.asList(COMMAND), c.commands());
    assertEquals(Arrays.asList(SMALLER), c.init().commands());
    store.close();
  }

  @Test
  public void oneThatIsRewrittenAlreadyIsNotRewrittenAgain() throws Exception {
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
    assertEquals(1, listener.journal().shrunkBefore.value());
  }

  @Test
  public void oneThatRanThroughTheRestartEndsWithoutARunTime() throws Exception {
    NMLeveldbStateStoreService store = new NMLeveldbStateStoreService();
    StockContainer c = restarted(on(), store, true).init().launched().exits(3, "");
    UndersizedEnd end = UndersizedEnd.find(c.status().getDiagnostics());
    assertEquals(-1, end.ranMs());
    assertTrue(end.smallerHeap());
    assertEquals(UndersizedEnd.How.OUT_OF_MEMORY, end.how());
    store.close();
  }

  @Test
  public void oneThatEndedBeforeTheRestartIsNotStartedAgain() throws Exception {
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
    assertEquals("the first start alone", 1, listener.journal().shrunk.value());
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertEquals("nothing waits for its end", 0, listener.runningThroughRestart());
    store.close();
  }

  // ---- end ------------------------------------------------------------------------------------

  private UndersizedEnd end(StockContainer c) {
    assertEquals(ContainerState.DONE, c.state());
    return UndersizedEnd.find(c.status().getDiagnostics());
  }

  @Test
  public void howItEndedIsInTheDiagnosticsThatAreReported() throws Exception {
    ElasticContainerListener listener = on();
    UndersizedEnd well = end(container(listener, undersized()).init().launched().exits(0, null));
    assertEquals(1024, well.askedMb());
    assertEquals(512, well.grantedMb());
    assertTrue(well.smallerHeap());
    assertTrue(well.ranMs() >= 0);
    assertEquals(UndersizedEnd.How.WELL, well.how());

    StockContainer failed = container(listener, undersized()).init().launched().exits(1, "no disk");
    assertEquals(UndersizedEnd.How.FAILED, end(failed).how());
    assertTrue(failed.status().getDiagnostics().contains("no disk"));
    assertEquals(2, listener.journal().ended.value());
    assertEquals(0, listener.journal().outOfMemory.value());
  }

  @Test
  public void wantOfMemoryIsToldFromOtherEnds() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer byMonitor =
        container(listener, undersized())
            .init()
            .launched()
            .killed(ContainerExitStatus.KILLED_EXCEEDED_PMEM, "beyond physical memory limits");
    assertEquals(UndersizedEnd.How.OUT_OF_MEMORY, end(byMonitor).how());
    StockContainer byItself = container(listener, undersized()).init().launched().exits(3, "");
    assertEquals(UndersizedEnd.How.OUT_OF_MEMORY, end(byItself).how());
    StockContainer byMaster =
        container(listener, undersized())
            .init()
            .launched()
            .killed(ContainerExitStatus.KILLED_BY_APPMASTER, "killed by the master");
    assertEquals(UndersizedEnd.How.STOPPED, end(byMaster).how());
    StockContainer byKernel =
        container(listener, undersized()).init().launched().killedFromOutside(137);
    assertEquals(UndersizedEnd.How.OUT_OF_MEMORY, end(byKernel).how());
    StockContainer byPerson =
        container(listener, undersized()).init().launched().killedFromOutside(143);
    assertEquals(UndersizedEnd.How.STOPPED, end(byPerson).how());
    assertEquals(3, listener.journal().outOfMemory.value());
  }

  @Test
  public void oneThatNeverRanSaysNothing() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized()).init();
    c.killed(ContainerExitStatus.KILLED_BY_APPMASTER, "not needed");
    assertEquals(ContainerState.DONE, c.state());
    assertFalse(c.status().getDiagnostics().contains("yarnext"));
    assertEquals(0, listener.journal().ended.value());
  }

  @Test
  public void oneThatIsOverBeforeItStartsIsNotTouched() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer c = container(listener, undersized());
    c.killed(ContainerExitStatus.KILLED_BY_APPMASTER, "not needed").init();
    assertEquals(ContainerState.DONE, c.state());
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Collections.emptyList(), reasons(listener));
  }

  @Test
  public void whatItDecidedIsShownUntilTheNodeManagerStops() throws Exception {
    NMStateStoreService store = new NMNullStateStoreService();
    store.init(new Configuration(false));
    store.start();
    FeatureMetrics shown = listener(store, "mode", "on").journal().log().metrics();
    assertNotNull(shown.registeredName());
    store.stop();
    assertNull(shown.registeredName());
  }

  // ---- modes and failures ---------------------------------------------------------------------

  @Test
  public void offIsStock() throws Exception {
    for (ElasticContainerListener listener :
        Arrays.asList(listener(), listener("mode", "on", "heap.floor", "1"))) {
      StockContainer c = container(listener, undersized()).init();
      assertEquals(Arrays.asList(COMMAND), c.commands());
      assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
      assertNull(end(c.launched().exits(3, "")));
      assertNull(listener.journal());
    }
  }

  @Test
  public void shadowTellsWhatItCouldDoToContainersOfFullSize() throws Exception {
    ElasticContainerListener listener = listener("mode", "shadow");
    ContainerTokenIdentifier full = StockContainer.token(ContainerType.TASK, 1024, null);
    StockContainer c = container(listener, full).init();
    assertEquals(Arrays.asList(COMMAND), c.commands());
    assertEquals(Collections.singletonMap("PATH", "/bin"), c.environment());
    assertEquals(Arrays.asList("HEAP_SHRUNK shadow"), reasons(listener));
    assertEquals(0, listener.journal().shrunk.value());
    assertNull(end(c.launched().exits(3, "")));
  }

  @Test
  public void shadowStillServesTheResourceManagerThatIsOn() throws Exception {
    ElasticContainerListener listener = listener("mode", "shadow");
    StockContainer c = container(listener, undersized()).init();
    assertEquals(Arrays.asList(SMALLER), c.commands());
    assertEquals(Arrays.asList("HEAP_SHRUNK applied"), reasons(listener));
    assertNotNull(end(c.launched().exits(0, null)));
  }

  @Test
  public void whatFailsReachesNobody() throws Exception {
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
    return listener.journal().log().metrics().snapshot().get(name).longValue();
  }

  @Test
  public void latenessAloneKeepsNoHeapFromBecomingSmaller() throws Exception {
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
  public void commandsThatCannotBeReadCostOthersNothing() throws Exception {
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
  public void theResourceManagerHearsThatTheNodeFailedToMakeAHeapSmaller() throws Exception {
    ContainerLaunchContext fails = org.mockito.Mockito.mock(ContainerLaunchContext.class);
    when(fails.getCommands())
        .thenThrow(new StackOverflowError("on purpose"))
        .thenReturn(Arrays.asList(COMMAND));
    StockContainer c = StockContainer.of(StockContainer.node(on()), undersized(), fails).init();
    UndersizedEnd end = end(c.launched().exits(1, "Exit"));
    assertFalse(end.smallerHeap());
    assertTrue(end.leftByNode());
    assertEquals(UndersizedEnd.How.FAILED, end.how());
  }

  @Test
  public void endsThatCannotBeToldKeepNoHeapFromBecomingSmaller() throws Exception {
    ElasticContainerListener listener = on();
    for (int i = 0; i < 4; i++) {
      broken(listener).init().launched().exits(0, null);
    }
    assertEquals(8, metric(listener, "GuardFailures"));
    assertEquals(Arrays.asList(SMALLER), container(listener, undersized()).init().commands());
  }

  @Test
  public void aListenerThatCannotStartLeavesTheNodeManagerAlone() {
    ElasticContainerListener listener = new ElasticContainerListener();
    listener.init(null);
    assertNull(listener.journal());
    listener.preTransition((ContainerImpl) null, ContainerState.NEW, null);
  }

  @Test
  public void theKeysReachThePolicy() throws Exception {
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
