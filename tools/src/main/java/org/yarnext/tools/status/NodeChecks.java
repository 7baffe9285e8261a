// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.tools.Finding;
import org.yarnext.tools.cluster.ClusterDaemon;

/**
 * Checks which daemons and nodes of a cluster are missing, and whether modes differ between nodes.
 * Pure.
 */
final class NodeChecks {
  private NodeChecks() {}

  /** Returns the problems. */
  static List<Finding> check(StatusSnapshot snapshot) {
    List<Finding> findings = new ArrayList<>();
    boolean anyManager =
        snapshot.pages().keySet().stream()
            .anyMatch(daemon -> daemon.kind() == ClusterDaemon.Kind.RESOURCE_MANAGER);
    if (!anyManager) {
      findings.add(
          Finding.error(
              "the cluster",
              "No ResourceManager answers.",
              "Start one, or check that --conf names the web addresses of this cluster."));
    } else if (!snapshot.hasNodes()) {
      findings.add(
          Finding.error(
              "the cluster",
              "No active ResourceManager lists its nodes.",
              "\"yarn rmadmin -getAllServiceState\" shows which one is active; with Kerberos, log"
                  + " in with kinit."));
    }
    snapshot
        .errors()
        .forEach(
            (daemon, error) ->
                findings.add(
                    Finding.warning(
                        daemon.toString(),
                        daemon.kind() == ClusterDaemon.Kind.NODE_MANAGER
                            ? "It does not answer."
                            : error,
                        "Start it if it should run, or raise --timeout.")));
    unhealthy(snapshot.otherNodes(), "UNHEALTHY", findings);
    unhealthy(snapshot.otherNodes(), "LOST", findings);
    modes(snapshot.beans(), findings);
    return findings;
  }

  private static void unhealthy(
      Map<String, Set<String>> nodes, String state, List<Finding> findings) {
    Collection<String> ids = nodes.get(state);
    if (ids != null) {
      ids.forEach(
          id ->
              findings.add(
                  Finding.warning(
                      id,
                      "The node is " + state + ".",
                      "\"yarn node -status NODE\" shows the reason.")));
    }
  }

  /** Notes features that have different modes on nodes of a kind. */
  private static void modes(List<FeatureBean> beans, List<Finding> findings) {
    Map<String, Set<String>> modes = new TreeMap<>();
    beans.forEach(
        bean ->
            modes
                .computeIfAbsent(
                    bean.name() + " of " + bean.daemon().kind().text() + "s",
                    any -> new TreeSet<>())
                .add(bean.mode()));
    modes.forEach(
        (name, different) -> {
          if (different.size() > 1) {
            findings.add(
                Finding.note(
                    name,
                    "Its mode is " + String.join(" on some and ", different) + " on others.",
                    "Each daemon reads its own yarn-site.xml: see"
                        + " docs/concepts/modes.md#off-shadow-on."));
          }
        });
  }
}
