/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.rm;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;

/**
 * Decides whether a caller may report for a node, once Hadoop's own authorisation has let it in:
 * the node must be one of the ResourceManager's, and with Kerberos the caller that node's own
 * NodeManager. Thread-safe.
 */
final class ReportGate {
  private final RMContext context;
  private final BooleanSupplier isSecure;

  /**
   * @param isSecure whether callers have Kerberos principals
   */
  ReportGate(RMContext context, BooleanSupplier isSecure) {
    this.context = context;
    this.isSecure = isSecure;
  }

  /**
   * @param node host and port
   * @param caller by its full name, such as {@code nm/host@REALM}
   * @throws AccessControlException if it may not
   */
  void check(String node, String caller) throws AccessControlException {
    NodeId id = NodeId.fromString(node);
    if (!context.getRMNodes().containsKey(id)) {
      throw new AccessControlException(node + " is no node of this ResourceManager");
    }
    if (isSecure.getAsBoolean()
        && !id.getHost().equalsIgnoreCase(SecurityUtil.getHostFromPrincipal(caller))) {
      throw new AccessControlException(caller + " may not report for " + node);
    }
  }
}
