// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.ResourceView;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.OrchestratorServiceLookup;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.NodeManagerAuthorizer;
import org.yarnext.common.settings.SettingsRegistry;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;

/**
 * Container state transition listener ({@code
 * yarn.nodemanager.container-state-transition-listener.classes}) that passes each transition to
 * {@link NodeOrchestrator}. Other listeners may be configured beside it. It does nothing while that
 * service is missing or off, and its failures affect neither the NodeManager nor other listeners.
 */
public final class OrchestratorContainerListener implements ContainerStateTransitionListener {
  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorContainerListener.class);

  private static final double MILLICORES_A_CORE = 1000;

  private final Supplier<NodeOrchestrator> orchestrator;
  private final AtomicBoolean hasFailed = new AtomicBoolean();
  private Context context;

  /**
   * The running service. Looked up again once it has stopped, because a manifest may have replaced
   * it.
   */
  private volatile OrchestratorAuxiliaryService service;

  public OrchestratorContainerListener() {
    orchestrator = this::find;
  }

  /**
   * @param orchestrator supplies the orchestrator, or null while the feature is off
   */
  OrchestratorContainerListener(Supplier<NodeOrchestrator> orchestrator) {
    this.orchestrator = orchestrator;
  }

  @Override
  public void init(Context nodeManager) {
    context = nodeManager;
    NodeManagerAuthorizer.serve(nodeManager);
    if (nodeManager.getConf() != null) {
      // The auxiliary service does not know the daemon, and is made after this.
      SettingsRegistry.of(nodeManager.getConf()).registerLater("mr-orchestrator", this::live);
    }
  }

  /** Returns the settings of the auxiliary service; null until there is one. */
  private LiveConfiguration live() {
    find();
    OrchestratorAuxiliaryService known = service;
    return known == null ? null : known.live();
  }

  private NodeOrchestrator find() {
    OrchestratorAuxiliaryService known = service;
    if (known == null || known.isInState(Service.STATE.STOPPED)) {
      known =
          OrchestratorServiceLookup.find(
              context.getAuxServices(), OrchestratorAuxiliaryService.class);
      service = known;
      if (known != null) {
        known.announceBy(this::announce);
      }
    }
    return known == null ? null : known.orchestrator();
  }

  @Override
  public void preTransition(ContainerImpl c, ContainerState before, ContainerEvent event) {
    if (event.getType() == ContainerEventType.INIT_CONTAINER && before == ContainerState.NEW) {
      withOrchestrator(c, "orchestrator.place", NodeOrchestrator::place);
    }
  }

  @Override
  public void postTransition(
      ContainerImpl c, ContainerState before, ContainerState after, ContainerEvent event) {
    if (event.getType() == ContainerEventType.CONTAINER_LAUNCHED) {
      withOrchestrator(c, "orchestrator.launch", NodeOrchestrator::launched);
    } else if (event.getType() == ContainerEventType.UPDATE_CONTAINER_TOKEN) {
      withOrchestrator(c, "orchestrator.update", NodeOrchestrator::updated);
    } else if (before == ContainerState.REINITIALIZING_AWAITING_KILL
        && after == ContainerState.SCHEDULED) {
      withOrchestrator(c, "orchestrator.replace", NodeOrchestrator::reinitialized);
    }
    // A container that ended before this NodeManager started becomes DONE right after it was
    // placed.
    if (after == ContainerState.DONE && before != ContainerState.DONE) {
      withOrchestrator(c, "orchestrator.end", NodeOrchestrator::ended);
    }
  }

  private Set<String> living() {
    Set<String> living = new HashSet<>();
    for (Container each : context.getContainers().values()) {
      if (each.getContainerState() != ContainerState.DONE) {
        living.add(each.getContainerId().toString());
      }
    }
    return living;
  }

  /**
   * Reads the capacity from the monitor, the only part that stock Hadoop updates when the
   * ResourceManager changes the node's resource.
   */
  private NodeCapacity capacity() {
    ResourceView node = context.getContainerManager().getContainersMonitor();
    return new NodeCapacity(
        MILLICORES_A_CORE * node.getVCoresAllocatedForContainers(),
        node.getPmemAllocatedForContainers(),
        NodeCapacity.processors());
  }

  /** Announces the containers of this node to an orchestrator that was made while they ran. */
  void announce(NodeOrchestrator made) {
    String hook = "orchestrator.announce";
    made.run(hook, () -> made.updateNode(context.getNodeId(), this::living, this::capacity));
    for (Container each : context.getContainers().values()) {
      made.run(hook, () -> made.announce(each));
    }
  }

  /** A step of the orchestrator for one container. */
  private interface Step {
    void run(NodeOrchestrator orchestrator, Container container) throws Exception;
  }

  private void withOrchestrator(ContainerImpl c, String hook, Step step) {
    try {
      NodeOrchestrator now = orchestrator.get();
      if (now != null) {
        now.run(
            hook,
            () -> {
              now.updateNode(context.getNodeId(), this::living, this::capacity);
              step.run(now, c);
            });
      }
    } catch (Throwable t) { // there is no guard before there is an orchestrator
      if (hasFailed.compareAndSet(false, true)) {
        LOG.warn("The orchestrator gets no container events. This is logged once.", t);
      }
    }
  }
}
