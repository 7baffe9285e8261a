// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.MemoryPlacementConstraintManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ReleaseContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * A real scheduler and its nodes, driven by the events that the ResourceManager sends it, all on
 * the test's thread. Nodes are as much as the scheduler looks at.
 */
public abstract class WorldNodes implements AutoCloseable {
  public static final String USER = "ann";
  public final SchedulerKind kind;
  public final AbstractYarnScheduler<?, ?> scheduler;
  public final RMContextImpl context;
  public final Configuration conf;
  private boolean updates = true;
  private final Map<NodeId, RMNode> nodes = new TreeMap<>();

  public WorldNodes(
      SchedulerKind kind, Configuration conf, AbstractYarnScheduler<?, ?> scheduler, boolean start)
      throws Exception {
    this.kind = kind;
    this.conf = conf;
    this.scheduler = scheduler;
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    context = context();
    context.setScheduler((ResourceScheduler) scheduler);
    ((ResourceScheduler) scheduler).setRMContext(context);
    if (scheduler instanceof Configurable) {
      ((Configurable) scheduler).setConf(conf);
    }
    scheduler.init(conf);
    if (start) {
      scheduler.start();
    }
  }

  private RMContextImpl context() {
    Dispatcher dispatcher = new WorldDispatcher(this::dispatched);
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
    addLabels(labels);
    made.setNodeLabelManager(labels);
    made.setAllocationTagsManager(new AllocationTagsManager(made));
    made.setPlacementConstraintManager(new MemoryPlacementConstraintManager());
    made.setYarnConfiguration(conf);
    made.setWorkPreservingRecoveryEnabled(true);
    made.setSchedulerRecoveryStartAndWaitTime(-1);
    return made;
  }

  private void addLabels(RMNodeLabelsManager labels) {
    String[] names = conf.getTrimmedStrings("yarn.scheduler.capacity.root.accessible-node-labels");
    try {
      for (String name : names) {
        labels.addToCluserNodeLabels(Collections.singleton(NodeLabel.newInstance(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void dispatched(Event<?> event) {
    if (event instanceof ReleaseContainerEvent) {
      scheduler.handle((SchedulerEvent) event);
    }
  }

  public NodeId addNode(String host, int mb, int vcores, NMContainerStatus... running) {
    RMNode node = new WorldNode(host, Resource.newInstance(mb, vcores), context);
    NodeId id = node.getNodeID();
    nodes.put(id, node);
    context.getRMNodes().put(id, node);
    scheduler.handle(new NodeAddedSchedulerEvent(node, Arrays.asList(running)));
    update();
    return id;
  }

  /** The label must be among those that the root queue has access to. */
  public NodeId addNode(String label, String host, int mb, int vcores) throws IOException {
    NodeId id = NodeId.newInstance(host, WorldNode.PORT);
    context
        .getNodeLabelManager()
        .replaceLabelsOnNode(Collections.singletonMap(id, Collections.singleton(label)));
    return addNode(host, mb, vcores);
  }

  /** A node with memory and no cores: it gives queues the headroom to reserve elsewhere. */
  public void addBallast() {
    addNode("10.0.0.99", 16_384, 0);
  }

  public void removeNode(NodeId id) {
    context.getRMNodes().remove(id);
    scheduler.handle(new NodeRemovedSchedulerEvent(nodes.remove(id)));
    update();
  }

  /** An operator gives the node another size; what is known of it elsewhere stays. */
  public void resize(NodeId id, Resource total) {
    scheduler.handle(
        new NodeResourceUpdateSchedulerEvent(nodes.get(id), ResourceOption.newInstance(total, -1)));
    update();
  }

  public Set<NodeId> nodes() {
    return nodes.keySet();
  }

  public Resource total(NodeId node) {
    return nodes.get(node).getTotalCapability();
  }

  /** The work of the FairScheduler's update thread. */
  public void update() {
    if (updates) {
      scheduler.update();
    }
  }

  /** Whether {@link #update}, which follows every step, does anything. */
  public void updates(boolean wanted) {
    updates = wanted;
  }

  public void heartbeat(NodeId node) {
    scheduler.handle(new NodeUpdateSchedulerEvent(nodes.get(node)));
  }

  public void heartbeats(int rounds) {
    for (int i = 0; i < rounds; i++) {
      update();
      nodes.keySet().forEach(this::heartbeat);
    }
  }

  @Override
  public void close() {
    scheduler.stop();
    context.getContainerTokenSecretManager().stop();
    context.getNMTokenSecretManager().stop();
  }
}
