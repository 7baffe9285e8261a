// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.net.InetAddress;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;

/**
 * Checks that a caller may report for a node. The node must be registered with the ResourceManager.
 * With Kerberos the caller's principal must also match {@code yarn.nodemanager.principal}, as at
 * the ResourceTracker, where {@code _HOST} is the name of the caller's address. Host names of the
 * principal and of the node may differ, because YARN may register a node by a short name, an
 * address or another interface; only a principal with the host of another node is refused.
 * Thread-safe.
 */
final class ReportAuthorizer {
  private final RMContext context;
  private final BooleanSupplier isSecure;
  private final String principal;

  /**
   * @param isSecure whether callers have Kerberos principals
   * @param principal the configured principal of NodeManagers; null if the server has already
   *     compared it
   */
  ReportAuthorizer(RMContext context, BooleanSupplier isSecure, String principal) {
    this.context = context;
    this.isSecure = isSecure;
    this.principal = principal;
  }

  /**
   * Checks whether the caller may report for a node.
   *
   * @param node host and port
   * @param caller full name, such as {@code nm/host@REALM}
   * @param from the caller's address
   * @throws AccessControlException if it may not
   * @throws IOException if the host name of the address is needed and cannot be found
   */
  void check(NodeId node, String caller, InetAddress from) throws IOException {
    if (!context.getRMNodes().containsKey(node)) {
      throw new AccessControlException(node + " is not a node of this ResourceManager");
    }
    if (!isSecure.getAsBoolean()) {
      return;
    }
    if (principal != null && !SecurityUtil.getServerPrincipal(principal, from).equals(caller)) {
      throw new AccessControlException(
          caller + " is not the NodeManager's principal " + principal + " at " + from);
    }
    String host = SecurityUtil.getHostFromPrincipal(caller);
    if (host != null && !host.equalsIgnoreCase(node.getHost()) && isOtherNode(host)) {
      throw new AccessControlException(
          caller + " may not report for " + node + ", since " + host + " is another node");
    }
  }

  private boolean isOtherNode(String host) {
    return context.getRMNodes().keySet().stream()
        .anyMatch(each -> each.getHost().equalsIgnoreCase(host));
  }
}
