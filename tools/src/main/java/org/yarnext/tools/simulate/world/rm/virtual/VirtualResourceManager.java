// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.MemoryPlacementConstraintManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.yarnext.tools.simulate.engine.SimulationEngine;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimNode;

/** Runs a real scheduler with those parts of a ResourceManager that the scheduler uses. */
public final class VirtualResourceManager implements AutoCloseable {
  private final ContainerSizeLock sizes;
  private final AbstractYarnScheduler<?, ?> scheduler;
  private final RMContextImpl context;
  private final Configuration conf;
  private String refusal = "";

  private VirtualResourceManager(
      AbstractYarnScheduler<?, ?> scheduler,
      Configuration conf,
      ContainerSizeLock sizes,
      EventHandler<Event> listener) {
    this.scheduler = scheduler;
    this.conf = conf;
    this.sizes = sizes;
    this.context =
        context(
            new InlineDispatcher(
                event -> {
                  note(event);
                  listener.handle(event);
                }));
  }

  private void note(Event<?> event) {
    if (event instanceof RMAppEvent
        && ((RMAppEvent) event).getType() == RMAppEventType.APP_REJECTED) {
      String text = String.valueOf(((RMAppEvent) event).getDiagnosticMsg());
      refusal = " (" + text.replaceAll("\\s+", " ").trim() + ")";
    }
  }

  /**
   * Starts a scheduler. Schedulers register in static maps by name; the maps are reset for each, by
   * one thread at a time.
   *
   * @param listener receives all events of the scheduler and its containers
   */
  public static VirtualResourceManager start(
      AbstractYarnScheduler<?, ?> scheduler,
      Configuration conf,
      SimulationEngine engine,
      EventHandler<Event> listener) {
    ContainerSizeLock sizes = ContainerSizeLock.take(conf);
    try {
      VirtualResourceManager made = new VirtualResourceManager(scheduler, conf, sizes, listener);
      made.start(engine);
      return made;
    } catch (RuntimeException e) {
      sizes.close();
      throw e;
    }
  }

  private void start(SimulationEngine engine) {
    synchronized (VirtualResourceManager.class) {
      DefaultMetricsSystem.setMiniClusterMode(true);
      QueueMetrics.clearQueueMetrics();
      context.setScheduler((ResourceScheduler) scheduler);
      scheduler.setClock(engine.clock());
      ((ResourceScheduler) scheduler).setRMContext(context);
      if (scheduler instanceof Configurable) {
        ((Configurable) scheduler).setConf(conf);
      }
      scheduler.init(conf);
      scheduler.start();
    }
  }

  private RMContextImpl context(InlineDispatcher dispatcher) {
    RMContainerTokenSecretManager containerTokens = new RMContainerTokenSecretManager(conf);
    containerTokens.rollMasterKey();
    NMTokenSecretManagerInRM nodeTokens = new NMTokenSecretManagerInRM(conf);
    nodeTokens.rollMasterKey();
    RMContextImpl made =
        new RMContextImpl(
            dispatcher,
            new ContainerAllocationExpirer(dispatcher),
            null,
            null,
            null,
            null,
            containerTokens,
            nodeTokens,
            null,
            null);
    RMApplicationHistoryWriter history = new RMApplicationHistoryWriter();
    history.init(conf);
    made.setRMApplicationHistoryWriter(history);
    made.setSystemMetricsPublisher(new NoOpSystemMetricPublisher());
    RMNodeLabelsManager labels = new RMNodeLabelsManager();
    labels.init(conf);
    made.setNodeLabelManager(labels);
    made.setAllocationTagsManager(new AllocationTagsManager(made));
    made.setPlacementConstraintManager(new MemoryPlacementConstraintManager());
    made.setYarnConfiguration(conf);
    made.setWorkPreservingRecoveryEnabled(true);
    made.setSchedulerRecoveryStartAndWaitTime(-1);
    return made;
  }

  public AbstractYarnScheduler<?, ?> scheduler() {
    return scheduler;
  }

  public RMContextImpl context() {
    return context;
  }

  public Configuration conf() {
    return conf;
  }

  /** Registers all nodes in their order. */
  public List<SimulatedNode> register(ClusterTopology topology) {
    List<SimulatedNode> nodes = new ArrayList<>();
    for (SimNode node : topology.nodes()) {
      SimulatedNode simulated = SimulatedNode.of(node, nodes.size(), context);
      nodes.add(simulated);
      context.getRMNodes().put(simulated.getNodeID(), simulated);
      scheduler.handle(new NodeAddedSchedulerEvent(simulated));
    }
    scheduler.update();
    return nodes;
  }

  /**
   * Submits an application.
   *
   * @throws SimulationException if the scheduler refuses it
   */
  public void submit(SimulatedApplication app) {
    refusal = "";
    if (scheduler instanceof CapacityScheduler
        && ((CapacityScheduler) scheduler).getQueue("root." + app.getQueue()) == null
        && !autoCreates("root." + app.getQueue())) {
      refusal = " (there is no such queue)";
      throw refused(app);
    }
    context.getRMApps().put(app.getApplicationId(), app);
    scheduler.handle(
        new AppAddedSchedulerEvent(
            app.getApplicationId(),
            "root." + app.getQueue(),
            app.getUser(),
            false,
            null,
            Priority.newInstance(0),
            placement("root." + app.getQueue())));
    if (!scheduler.getSchedulerApplications().containsKey(app.getApplicationId())) {
      throw refused(app);
    }
    scheduler.handle(new AppAttemptAddedSchedulerEvent(app.attemptId(), false, false));
  }

  /** Returns whether a queue above a missing one makes it. */
  private boolean autoCreates(String path) {
    Configuration queues = ((CapacityScheduler) scheduler).getConfiguration();
    for (int end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      String parent = CapacitySchedulerConfiguration.PREFIX + path.substring(0, end);
      if (queues.getBoolean(parent + ".auto-create-child-queue.enabled", false)
          || queues.getBoolean(parent + ".auto-queue-creation-v2.enabled", false)) {
        return true;
      }
    }
    return false;
  }

  private SimulationException refused(SimulatedApplication app) {
    return new SimulationException(
        "the scheduler refuses job "
            + app.getName()
            + " in queue "
            + app.getQueue()
            + " of user "
            + app.getUser()
            + refusal
            + ": configure queues that accept it");
  }

  private static ApplicationPlacementContext placement(String path) {
    int leaf = path.lastIndexOf('.');
    return new ApplicationPlacementContext(path.substring(leaf + 1), path.substring(0, leaf));
  }

  public void finish(SimulatedApplication app) {
    scheduler.handle(
        new AppAttemptRemovedSchedulerEvent(app.attemptId(), RMAppAttemptState.FINISHED, false));
    scheduler.handle(new AppRemovedSchedulerEvent(app.getApplicationId(), RMAppState.FINISHED));
    context.getRMApps().remove(app.getApplicationId());
  }

  @Override
  public void close() {
    scheduler.stop();
    context.getContainerTokenSecretManager().stop();
    context.getNMTokenSecretManager().stop();
    sizes.close();
  }
}
