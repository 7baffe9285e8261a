// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.yarnext.orchestrator.policy.TaskView;

/**
 * Looks up applications that were submitted as MapReduce or Tez. NodeManagers see only launch
 * commands, so a container counts as a task only if its application's type fits. Thread-safe.
 */
final class ApplicationTypes {
  private static final String MAP_REDUCE = "MAPREDUCE";
  private static final String TEZ = "TEZ";

  private final RMContext context;

  ApplicationTypes(RMContext context) {
    this.context = context;
  }

  /** Returns whether a task belongs to the framework as which its application was submitted. */
  boolean runs(TaskView task) {
    String type = type(ApplicationId.fromString(task.application()));
    return task.phase().job().startsWith("job_")
        ? MAP_REDUCE.equalsIgnoreCase(type)
        : TEZ.equalsIgnoreCase(type);
  }

  /** Returns the ids of a node's applications that were submitted as MapReduce or Tez. */
  Set<String> on(NodeId node) {
    Set<String> found = new TreeSet<>();
    RMNode known = context.getRMNodes().get(node);
    if (known != null) {
      for (ApplicationId id : known.getRunningApps()) {
        String type = type(id);
        if (MAP_REDUCE.equalsIgnoreCase(type) || TEZ.equalsIgnoreCase(type)) {
          found.add(id.toString());
        }
      }
    }
    return found;
  }

  /** Returns null if the application is unknown. */
  private String type(ApplicationId id) {
    RMApp application = context.getRMApps().get(id);
    return application == null ? null : application.getApplicationType();
  }
}
