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

/**
 * Describes the policies of queues for operators, one line a policy. Stateless but for its store.
 */
final class PolicyReport {
  private final PolicyPublicationStore publications;

  PolicyReport(PolicyPublicationStore publications) {
    this.publications = publications;
  }

  /**
   * Returns all policies, one line for each: queue, where and when it applies, class, weights,
   * parameters if it has any, and the version of a policy in force that was published here.
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
   * Returns the last few published policies of each queue, one line for each: queue, version, time
   * of publication, class, weights, and parameters if it has any.
   */
  List<String> history() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String queue : new TreeSet<>(publications.queuesKept())) {
      for (int version : publications.versions(queue)) {
        Long atMs = publications.keptMs(queue, version);
        if (atMs != null) { // else it was removed in between
          String where = "version " + version + "  " + Instant.ofEpochMilli(atMs);
          addLine(lines, queue, where, () -> publications.kept(queue, version));
        }
      }
    }
    return lines;
  }

  /** Reads a policy stored outside the state store. */
  private interface StoredPolicy {
    /** Returns the policy, or null if there is none. */
    SubClusterPolicyConfiguration read() throws IOException;
  }

  /**
   * Adds the line of a policy. An invalid record becomes a line with the error, and does not hide
   * the others.
   */
  private static void addLine(List<String> lines, String queue, String where, StoredPolicy kept)
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

  /**
   * Returns the weights and parameters of a policy as text; empty if it has none that can be read.
   */
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
