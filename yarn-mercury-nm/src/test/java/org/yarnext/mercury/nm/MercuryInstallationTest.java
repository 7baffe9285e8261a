// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.DispatcherHandlers;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.AuxServices;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.LogLines;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.allocation.DelegatingAllocator;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;

/**
 * If Mercury cannot be installed in a NodeManager, everything that it replaced is stock's again.
 */
public class MercuryInstallationTest {
  private final Configuration conf = new Configuration(false);
  private final ContainerManager stockManager = mock(ContainerManager.class);
  private final EventHandler<ContainerSchedulerEvent> stock = event -> {};
  private final EventHandler<ContainerEvent> stockContainers = event -> {};
  private final BlockingQueue<MercuryEvent> usageEvents = new LinkedBlockingQueue<>();
  private final AsyncDispatcher dispatcher =
      new AsyncDispatcher() {
        @Override
        public EventHandler<Event> getEventHandler() {
          EventHandler<Event> own = super.getEventHandler();
          return event -> {
            boolean isUsage =
                event instanceof MercuryEvent
                    && ((MercuryEvent) event).kind() == MercuryEvent.Kind.USAGE;
            if (isUsage) {
              usageEvents.add((MercuryEvent) event);
            } else {
              own.handle(event);
            }
          };
        }
      };
  private final MercuryInstallation installation = new MercuryInstallation();
  private final MercuryAuxiliaryService service = new MercuryAuxiliaryService();
  private boolean managerIsRefused;
  private final NMContext context =
      new NMContext(PlacedApplication.secrets(), null, null, null, null, true, conf) {
        @Override
        public void setContainerManager(ContainerManager manager) {
          if (managerIsRefused && manager != stockManager) {
            throw new IllegalStateException("no");
          }
          super.setContainerManager(manager);
        }
      };

  @Before
  public void stockNode() {
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.nodemanager.opportunistic-containers-max-queue-length", "10");
    ContainerScheduler scheduler = mock(ContainerScheduler.class);
    ContainersMonitor monitor = mock(ContainersMonitor.class);
    when(scheduler.getContainersMonitor()).thenReturn(monitor);
    when(stockManager.getContainerScheduler()).thenReturn(scheduler);
    context.setContainerManager(stockManager);
    dispatcher.register(ContainerSchedulerEventType.class, stock);
    dispatcher.register(ContainerEventType.class, stockContainers);
  }

  @After
  public void stop() {
    installation.stop();
    service.stop();
    if (dispatcher.isInState(Service.STATE.STARTED)) {
      dispatcher.stop();
    }
    assertNull(source());
  }

  private void startService() {
    service.init(conf);
    context.setAuxServices(
        mock(
            AuxServices.class,
            call ->
                call.getMethod().getName().equals("getServices")
                    ? Collections.singletonList(service)
                    : null));
  }

  private static FeatureMetrics source() {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource("Mercury");
  }

  private Object handler() {
    return handler(ContainerSchedulerEventType.class);
  }

  private Object handler(Class<? extends Enum<?>> type) {
    Object[] found = new Object[1];
    DispatcherHandlers.replace(
        dispatcher,
        type,
        current -> {
          found[0] = current;
          return current;
        });
    return found[0];
  }

  private void assertStock() {
    assertSame(stock, handler());
    assertSame(stockContainers, handler(ContainerEventType.class));
    assertSame(stockManager, context.getContainerManager());
  }

  private void assertRefused() {
    assertStock();
    assertEquals(1L, source().snapshot().get("ConfigurationRefused").longValue());
  }

  @Test
  public void modeOffIsStock() {
    conf.unset("yarn.mercury.mode");
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertStock();
    assertNull(source());
  }

  @Test
  public void modeOnInstallsTheHandlers() {
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertNotSame(stock, handler());
    assertNotSame(stockContainers, handler(ContainerEventType.class));
    assertNotSame(stockManager, context.getContainerManager());
    assertEquals(0L, source().snapshot().get("ContainersArrived").longValue());
  }

  @Test
  public void measurementsDoNotPileUpWhileTheDispatcherIsBusy() throws Exception {
    conf.set("yarn.mercury.overallocation.mode", "on");
    conf.set("yarn.mercury.overallocation.check-interval", "50ms");
    // A node with a container is measured once a second.
    Container container = mock(Container.class);
    when(container.getContainerId()).thenReturn(ContainerId.newContainerId(Requests.ATTEMPT, 1));
    when(container.getContainerState()).thenReturn(ContainerState.DONE);
    context.getContainers().put(container.getContainerId(), container);
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    MercuryEvent first = usageEvents.poll(60, TimeUnit.SECONDS);
    assertNotNull("nothing is measured", first);
    assertNull("it is not handled yet", usageEvents.poll(2_500, TimeUnit.MILLISECONDS));
    @SuppressWarnings("unchecked")
    EventHandler<ContainerSchedulerEvent> front = (EventHandler<ContainerSchedulerEvent>) handler();
    front.handle(first);
    assertNotNull(usageEvents.poll(60, TimeUnit.SECONDS));
  }

  private static boolean hasTicker() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("yarnext-mercury-ticker"));
  }

  private ReloadResult switchTo(String mode) throws Exception {
    conf.set("yarn.mercury.mode", mode);
    return ConfigurationRegistry.ofNodeManager(context, conf, ConfigurationRegistry.Part.NODE)
        .live()
        .reload(conf);
  }

  @Test
  public void modeIsRaisedAndLoweredLive() throws Exception {
    conf.unset("yarn.mercury.mode");
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertNull("nothing is counted", source());
    for (int i = 0; hasTicker() && i < 6_000; i++) {
      TimeUnit.MILLISECONDS.sleep(10); // one of an earlier test that is busy ends with its round
    }
    assertFalse("no thread runs", hasTicker());
    OpportunisticContainersStatus status = OpportunisticContainersStatus.newInstance();
    when(stockManager.getOpportunisticContainersStatus()).thenReturn(status);
    assertSame(status, context.getContainerManager().getOpportunisticContainersStatus());
    assertEquals(ReloadResult.Outcome.APPLIED, switchTo("shadow").outcome());
    assertEquals(0L, source().snapshot().get("ContainersArrived").longValue());
    assertEquals(ReloadResult.Outcome.APPLIED, switchTo("off").outcome());
    assertSame(status, context.getContainerManager().getOpportunisticContainersStatus());
  }

  @Test
  public void modeWithoutTheServiceCannotBeRaisedLive() throws Exception {
    conf.unset("yarn.mercury.mode");
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertStock();
    ReloadResult reload = switchTo("on");
    assertEquals(ReloadResult.Outcome.REFUSED, reload.outcome());
    assertTrue(
        reload.toString(), reload.toString().contains("yarn.mercury.mode=on needs a restart"));
    assertTrue(reload.toString(), reload.toString().contains("add mercury to"));
  }

  /** Installs, and has ticks come here instead of to Mercury; the dispatcher runs. */
  private BlockingQueue<Object> ticks() {
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    BlockingQueue<Object> ticks = new LinkedBlockingQueue<>();
    EventHandler<ContainerSchedulerEvent> counting = ticks::add;
    DispatcherHandlers.replace(dispatcher, ContainerSchedulerEventType.class, current -> counting);
    dispatcher.init(conf);
    dispatcher.start();
    return ticks;
  }

  /** The mocks have nothing to report, which is a failure of ours at each heartbeat. */
  @Test
  public void ticksContinueAfterHeartbeatsTripTheGuard() throws Exception {
    conf.set("yarn.mercury.tick", "50ms");
    BlockingQueue<Object> ticks = ticks();
    for (int i = 0; i < 10; i++) {
      context.getContainerManager().getOpportunisticContainersStatus();
    }
    assertEquals("tripped", 2L, source().snapshot().get("GuardState").longValue());
    ticks.clear();
    // The first may have been on its way.
    for (int i = 0; i < 3; i++) {
      assertNotNull("tick " + i, ticks.poll(60, TimeUnit.SECONDS));
    }
  }

  @Test
  public void ticksAreFrequentEnoughForTheReclaimTimeout() throws Exception {
    conf.set("yarn.mercury.tick", "1m");
    conf.set("yarn.mercury.reclaim.timeout", "100ms");
    conf.set("yarn.mercury.guard.deadline", "50ms");
    assertNotNull(ticks().poll(60, TimeUnit.SECONDS));
  }

  @Test
  public void refusedConfigurationLeavesStock() {
    conf.set("yarn.mercury.queue.order", "alphabetical");
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertRefused();
  }

  @Test
  public void refusedConfigurationStillServesOldMastersIfDistributed() {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    conf.set("yarn.mercury.queue.order", "alphabetical");
    OpportunisticContainerAllocator stocks = new DistributedOpportunisticContainerAllocator(null);
    context.setQueueableContainerAllocator(stocks);
    installation.prepare(conf, context);
    assertRefused();
    assertEquals(DelegatingAllocator.class, context.getContainerAllocator().getClass());
    installation.stop();
    assertSame(stocks, context.getContainerAllocator());
  }

  @Test
  public void missingAuxiliaryServiceLeavesStock() {
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertRefused();
  }

  /** The fix is another one where services are not named in the configuration. */
  @Test
  public void missingServiceInAManifestIsReportedWithTheManifest() {
    conf.setBoolean(YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED, true);
    conf.set(YarnConfiguration.NM_AUX_SERVICES_MANIFEST, "hdfs:///yarn/services.json");
    List<String> told;
    try (LogLines log = new LogLines(MercuryInstallation.class.getName())) {
      installation.prepare(conf, context);
      installation.install(dispatcher);
      told = log.lines();
    }
    assertRefused();
    assertTrue(
        told.toString(),
        told.toString().contains("to the manifest hdfs:///yarn/services.json, and restart"));
    assertFalse(told.toString(), told.toString().contains("to yarn.nodemanager.aux-services and"));
  }

  @Test
  public void serviceFromAManifestIsFound() {
    conf.setBoolean(YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED, true);
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertNotSame(stock, handler());
  }

  @Test
  public void shadowModeRunsWithAQueueByResources() {
    conf.set(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY, "BY_RESOURCES");
    conf.set("yarn.mercury.mode", "shadow");
    startService();
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertNotSame(stock, handler());
  }

  @Test
  public void refusedQueueLeavesThePlacementOn() throws Exception {
    conf.set("yarn.mercury.placement.mode", "on");
    context.setQueueableContainerAllocator(
        new DistributedOpportunisticContainerAllocator(context.getContainerTokenSecretManager()));
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertRefused();
    PlacedApplication application = new PlacedApplication(1, PlacedApplication.nodes(4));
    ResourceRequest ask = PlacedApplication.ask(20, ResourceRequest.ANY, 10);
    assertEquals(
        "all at once, as stock does not",
        10,
        application.allocate(context.getContainerAllocator(), ask).size());
  }

  @Test
  public void unknownDispatcherLeavesStock() {
    startService();
    installation.prepare(conf, context);
    installation.install(mock(Dispatcher.class));
    assertRefused();
  }

  @Test
  public void partialInstallationIsUndoneOnFailure() {
    startService();
    managerIsRefused = true;
    installation.prepare(conf, context);
    installation.install(dispatcher);
    assertRefused();
  }
}
