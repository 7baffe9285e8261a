// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import java.util.Objects;

/** Kind and web address of a daemon. Immutable. */
public final class ClusterDaemon {
  /** Kind of a daemon. */
  public enum Kind {
    RESOURCE_MANAGER("ResourceManager"),
    NODE_MANAGER("NodeManager"),
    ROUTER("Router"),
    GLOBAL_POLICY_GENERATOR("Global Policy Generator"),
    /** An address that an operator gave. */
    OTHER("daemon");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Returns the name in text. */
    public String text() {
      return text;
    }
  }

  private final Kind kind;
  private final String address;

  /**
   * @param address host:port, or a URL with https
   */
  public ClusterDaemon(Kind kind, String address) {
    this.kind = kind;
    this.address = address;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the web address: host:port, or a URL with https. */
  public String address() {
    return address;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClusterDaemon && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, address);
  }

  /** Returns kind and address, such as {@code NodeManager node7:8042}. */
  @Override
  public String toString() {
    return kind.text() + " " + address;
  }
}
