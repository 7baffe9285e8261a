// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.yarnext.tools.ToolException;

/** Place of a cluster in a federation, as far as it has been told. Immutable. */
public final class FederationMember {
  /** Between the first epochs of sub-clusters: so often may a ResourceManager restart. */
  private static final int EPOCHS = 100_000;

  /** Epochs are numbers of 24 bits, and the last ones are kept free. */
  private static final int MAX_SUB_CLUSTERS = 160;

  private final List<String> subClusters;
  private final String self;
  private final String zooKeeper;
  private final String router;

  /**
   * @param subClusters identifiers of all; may be empty
   * @param self the identifier of this one; null if it is not told
   * @param zooKeeper servers, as hadoop.zk.address has them; null if that is there already
   * @param router where clients call; null if it is not told
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

  /** This one, with what the other does not tell. */
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

  /** Null if it is not told. */
  public String self() {
    return self;
  }

  /** Null if it is not told, and YARN's own part is not to be set up. */
  public String zooKeeper() {
    return zooKeeper;
  }

  /** Null if it is not told. */
  public String router() {
    return router;
  }

  /**
   * The first epoch of this sub-cluster's ResourceManager. It follows the identifiers' order, not
   * that in which they are told, so that each configuration gets its own.
   */
  String epoch() {
    return Integer.toString(new TreeSet<>(subClusters).headSet(self).size() * EPOCHS);
  }

  /**
   * Checks that it can be set up.
   *
   * @param isMember whether the hosts are of a sub-cluster, and not only Routers
   * @throws ToolException saying what is missing
   */
  void require(boolean isMember) throws ToolException {
    if (zooKeeper == null || !isMember) {
      return;
    }
    if (self == null || !subClusters.contains(self)) {
      throw new ToolException(
          "Say with --sub-cluster ID which of --sub-clusters "
              + String.join(",", subClusters)
              + " this cluster is to be: its configuration differs from that of the others.");
    }
    if (new TreeSet<>(subClusters).size() != subClusters.size()
        || subClusters.size() > MAX_SUB_CLUSTERS) {
      throw new ToolException(
          "--sub-clusters must be different, and no more than " + MAX_SUB_CLUSTERS + ".");
    }
  }

  /**
   * Checks that clients can be told where to go.
   *
   * @throws ToolException if they cannot
   */
  void requireRouter() throws ToolException {
    if (router == null) {
      throw new ToolException("Say with --router HOST:PORT where the Router serves clients.");
    }
  }

  /** Adds what is told to a line that {@link #with} reads, a word each. */
  void tell(List<String> words) {
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

  /** This one with what a word tells; null if it is none of those. */
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
