// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.yarnext.tools.ToolException;

/** A cluster's place in a federation, as far as the operator has specified it. Immutable. */
public final class FederationMember {
  /**
   * Distance between the first epochs of sub-clusters, which limits a ResourceManager's restarts.
   */
  private static final int EPOCHS = 100_000;

  /** Epochs have 24 bits; the highest ones are left free. */
  private static final int MAX_SUB_CLUSTERS = 160;

  private final List<String> subClusters;
  private final String self;
  private final String zooKeeper;
  private final String router;

  /**
   * @param subClusters identifiers of all sub-clusters; may be empty
   * @param self identifier of this one; null if not given
   * @param zooKeeper servers in the form of hadoop.zk.address; null if it is configured already
   * @param router address for clients; null if not given
   */
  public FederationMember(List<String> subClusters, String self, String zooKeeper, String router) {
    this.subClusters = Collections.unmodifiableList(new ArrayList<>(subClusters));
    this.self = self;
    this.zooKeeper = zooKeeper;
    this.router = router;
  }

  static FederationMember unknown() {
    return new FederationMember(Collections.emptyList(), null, null, null);
  }

  /** Returns this member, with missing parts taken from the other. */
  public FederationMember over(FederationMember before) {
    return new FederationMember(
        subClusters.isEmpty() ? before.subClusters : subClusters,
        self == null ? before.self : self,
        zooKeeper == null ? before.zooKeeper : zooKeeper,
        router == null ? before.router : router);
  }

  public List<String> subClusters() {
    return subClusters;
  }

  /** Returns the identifier of this sub-cluster, or null if not given. */
  public String self() {
    return self;
  }

  /** Returns the ZooKeeper servers, or null if YARN's own federation is not to be set up. */
  public String zooKeeper() {
    return zooKeeper;
  }

  /** Returns the Router's address for clients, or null if not given. */
  public String router() {
    return router;
  }

  /**
   * Returns the first epoch of this sub-cluster's ResourceManager. It follows from the sorted
   * identifiers, so that all configurations agree whatever the order on the command line.
   */
  String epoch() {
    return Integer.toString(new TreeSet<>(subClusters).headSet(self).size() * EPOCHS);
  }

  /**
   * Checks that the member can be set up.
   *
   * @param isMember whether the hosts belong to a sub-cluster, and are not only Routers
   * @throws ToolException if something is missing; the message says what
   */
  void require(boolean isMember) throws ToolException {
    if (zooKeeper == null || !isMember) {
      return;
    }
    if (self == null || !subClusters.contains(self)) {
      throw new ToolException(
          "Say with --sub-cluster ID which of --sub-clusters "
              + String.join(",", subClusters)
              + " this cluster is: each sub-cluster has its own configuration.");
    }
    if (new TreeSet<>(subClusters).size() != subClusters.size()
        || subClusters.size() > MAX_SUB_CLUSTERS) {
      throw new ToolException(
          "--sub-clusters must be different, and no more than " + MAX_SUB_CLUSTERS + ".");
    }
  }

  /**
   * Checks that the Router's address is given.
   *
   * @throws ToolException if it is not
   */
  void requireRouter() throws ToolException {
    if (router == null) {
      throw new ToolException(
          "Give the address at which the Router serves clients with --router HOST:PORT.");
    }
  }

  /** Adds each given part as a word that {@link #with} reads. */
  void addWords(List<String> words) {
    if (!subClusters.isEmpty()) {
      words.add("sub-clusters=" + String.join(",", subClusters));
    }
    if (self != null) {
      words.add("sub-cluster=" + self);
    }
    if (zooKeeper != null) {
      words.add("zookeeper=" + zooKeeper);
    }
    if (router != null) {
      words.add("router=" + router);
    }
  }

  /** Returns this member with the part that a word gives, or null if the word is none. */
  FederationMember with(String name, String value) {
    switch (name) {
      case "sub-clusters":
        return new FederationMember(Arrays.asList(value.split(",")), self, zooKeeper, router);
      case "sub-cluster":
        return new FederationMember(subClusters, value, zooKeeper, router);
      case "zookeeper":
        return new FederationMember(subClusters, self, value, router);
      case "router":
        return new FederationMember(subClusters, self, zooKeeper, value);
      default:
        return null;
    }
  }
}
