// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.coordinator;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.server.resourcemanager.ApplicationMasterService;
import org.apache.hadoop.yarn.server.resourcemanager.OpportunisticContainerAllocatorAMService;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hooks {@code OpportunisticContainerAllocatorAMService.handle}: removes nodes whose heartbeats
 * have stopped from stock's list of the least loaded nodes, by which stock and, with distributed
 * scheduling, the NodeManagers place. Stock keeps such a node in the list until it expires, with
 * the short queue of its last heartbeat.
 *
 * <p>Nothing must be restored: a node's next heartbeat adds it again, as stock does with any node
 * that it has not listed. Not thread-safe.
 */
final class StaleNodeHook {
  private static final Logger LOG = LoggerFactory.getLogger(StaleNodeHook.class);

  private final RMContext context;
  private Set<String> out = Collections.emptySet();

  StaleNodeHook(RMContext context) {
    this.context = context;
  }

  /**
   * Removes nodes from stock's list that have become silent since the last call.
   *
   * @param silent all currently silent nodes
   */
  void removeFromList(Collection<String> silent) {
    Set<String> known = out;
    out = new HashSet<>(silent);
    if (known.containsAll(out)) {
      return;
    }
    ApplicationMasterService service = context.getApplicationMasterService();
    if (service instanceof OpportunisticContainerAllocatorAMService) {
      for (RMNode node : context.getRMNodes().values()) {
        String id = node.getNodeID().toString();
        if (out.contains(id) && !known.contains(id)) {
          removeFromList((OpportunisticContainerAllocatorAMService) service, node);
        }
      }
    }
  }

  /** Forgets which nodes were removed. */
  void clear() {
    out = Collections.emptySet();
  }

  private static void removeFromList(
      OpportunisticContainerAllocatorAMService service, RMNode node) {
    LOG.info(
        "No opportunistic containers are placed on {}, whose heartbeats are missing",
        node.getNodeID());
    service.handle(new NodeUpdateSchedulerEvent(leaving(node)));
  }

  /**
   * Returns a view of the node that reports it as leaving; stock removes such a node from its list.
   */
  private static RMNode leaving(RMNode node) {
    return (RMNode)
        Proxy.newProxyInstance(
            RMNode.class.getClassLoader(),
            new Class<?>[] {RMNode.class},
            (proxy, method, arguments) ->
                method.getName().equals("getState")
                    ? NodeState.DECOMMISSIONING
                    : call(node, method, arguments));
  }

  private static Object call(RMNode node, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(node, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
