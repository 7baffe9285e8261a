// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.yarn.server.federation.policies.dao.WeightedPolicyInfo;
import org.apache.hadoop.yarn.server.federation.policies.exceptions.FederationPolicyInitializationException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterIdInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.yarnext.federation.store.InvalidRecordException;

/** Describes the policies of queues for operators, a line a policy. Stateless but for its store. */
final class PolicyReport {
  private final PolicyPublicationStore publications;

  PolicyReport(PolicyPublicationStore publications) {
    this.publications = publications;
  }

  /**
   * All there is, a line a policy: queue, where and when it holds, class, weights and parameters if
   * it has any, and of what is in force and was published from here its version.
   */
  List<String> list(Collection<SubClusterPolicyConfiguration> inForce) throws IOException {
    List<String> lines = new ArrayList<>();
    for (SubClusterPolicyConfiguration policy : inForce) {
      int version = publications.version(policy.getQueue());
      lines.add(
          line(policy, "in force")
              + (version == PolicyPublicationStore.UNPUBLISHED ? "" : "  version " + version));
      String queue = policy.getQueue();
      addLine(lines, queue, "previous", () -> publications.previous(queue));
    }
    for (String subCluster : publications.stages()) {
      for (String queue : publications.queuesStaged(subCluster)) {
        addLine(
            lines, queue, "staged in " + subCluster, () -> publications.staged(subCluster, queue));
      }
    }
    Collections.sort(lines);
    return lines;
  }

  /**
   * The last few policies that were published of each queue, a line a policy: queue, version, when
   * it was published, class, weights and parameters if it has any.
   */
  List<String> history() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String queue : new TreeSet<>(publications.queuesKept())) {
      for (int version : publications.versions(queue)) {
        Long atMs = publications.keptMs(queue, version);
        if (atMs != null) { // not forgotten meanwhile
          String where = "version " + version + "  " + Instant.ofEpochMilli(atMs);
          addLine(lines, queue, where, () -> publications.kept(queue, version));
        }
      }
    }
    return lines;
  }

  /** A policy that is kept beside the state store. */
  private interface Kept {
    /** Null if there is none. */
    SubClusterPolicyConfiguration read() throws IOException;
  }

  /** One that cannot be used keeps no other from the list. */
  private static void addLine(List<String> lines, String queue, String where, Kept kept)
      throws IOException {
    try {
      SubClusterPolicyConfiguration policy = kept.read();
      if (policy != null) {
        lines.add(line(policy, where));
      }
    } catch (InvalidRecordException e) {
      lines.add(queue + "  " + where + "  " + e.getMessage());
    }
  }

  private static String line(SubClusterPolicyConfiguration policy, String where) {
    String type = policy.getType().substring(policy.getType().lastIndexOf('.') + 1);
    return String.format("%s  %s  %s  %s", policy.getQueue(), where, type, weights(policy));
  }

  static String weights(SubClusterPolicyConfiguration policy) {
    try {
      WeightedPolicyInfo info = WeightedPolicyInfo.fromByteBuffer(policy.getParams());
      return PolicyWeights.of(
              byName(info.getRouterPolicyWeights()), byName(info.getAMRMPolicyWeights()))
          .with(PolicyParameters.in(policy.getParams()))
          .toString();
    } catch (FederationPolicyInitializationException | RuntimeException e) {
      return "";
    }
  }

  private static Map<String, Float> byName(Map<SubClusterIdInfo, Float> weights) {
    Map<String, Float> byName = new HashMap<>();
    weights.forEach((id, weight) -> byName.put(id.toId().getId(), weight));
    return byName;
  }
}
