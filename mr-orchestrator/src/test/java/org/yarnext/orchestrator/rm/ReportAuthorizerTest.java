// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.junit.Before;
import org.junit.Test;

public class ReportAuthorizerTest {
  private static final String PRINCIPAL = "nm/_HOST@EXAMPLE.COM";

  private final RMContext context = mock(RMContext.class);
  private final ReportAuthorizer simple = new ReportAuthorizer(context, () -> false, PRINCIPAL);
  private final ReportAuthorizer authorised = new ReportAuthorizer(context, () -> true, null);
  private final ReportAuthorizer unauthorised =
      new ReportAuthorizer(context, () -> true, PRINCIPAL);

  @Before
  public void nodes() {
    ConcurrentMap<NodeId, RMNode> nodes = new ConcurrentHashMap<>();
    for (String host : new String[] {"h1", "h2", "10.0.0.3", "h4-data"}) {
      nodes.put(NodeId.newInstance(host, 45), mock(RMNode.class));
    }
    when(context.getRMNodes()).thenReturn(nodes);
  }

  private static void check(ReportAuthorizer authorizer, String node, String caller)
      throws Exception {
    authorizer.check(NodeId.fromString(node), caller, InetAddress.getLoopbackAddress());
  }

  private static void assertRefused(
      String message, ReportAuthorizer authorizer, String node, String caller) {
    AccessControlException e =
        assertThrows(AccessControlException.class, () -> check(authorizer, node, caller));
    assertTrue(e.getMessage(), e.getMessage().contains(message));
  }

  @Test
  public void registeredNodeMayReport() throws Exception {
    check(simple, "h1:45", "yarn");
  }

  @Test
  public void unregisteredNodeMayNotReport() {
    assertRefused("h1:46 is not a node", simple, "h1:46", "yarn");
    assertRefused("h9:45 is not a node", simple, "h9:45", "yarn");
    assertRefused("h9:45 is not a node", authorised, "h9:45", "nm/h9@EXAMPLE.COM");
  }

  /** Names under which YARN lets a node register. */
  @Test
  public void kerberosAcceptsAnyNameOfTheReportingNode() throws Exception {
    check(authorised, "h1:45", "nm/h1@EXAMPLE.COM");
    check(authorised, "h1:45", "nm/H1@EXAMPLE.COM");
    check(authorised, "h1:45", "nm/h1.example.com@EXAMPLE.COM"); // a short name
    check(authorised, "10.0.0.3:45", "nm/h3.example.com@EXAMPLE.COM"); // an address
    check(authorised, "h4-data:45", "nm/h4.example.com@EXAMPLE.COM"); // a second interface
    check(authorised, "h1:45", "nm@EXAMPLE.COM"); // a principal without a host
  }

  @Test
  public void kerberosRefusesReportsForAnotherNode() {
    assertRefused(
        "nm/h2@EXAMPLE.COM may not report for h1:45, since h2 is another node",
        authorised,
        "h1:45",
        "nm/h2@EXAMPLE.COM");
  }

  /** The ResourceTracker does the same with service-level authorisation. */
  @Test
  public void principalIsCheckedWithoutServiceAuthorization() throws Exception {
    String host = InetAddress.getLoopbackAddress().getCanonicalHostName();
    check(unauthorised, "h1:45", "nm/" + host + "@EXAMPLE.COM");
    assertRefused("is not the NodeManager's principal", unauthorised, "h1:45", "eve@EXAMPLE.COM");
    assertRefused("is not the NodeManager's principal", unauthorised, "h1:45", "nm/h1@EXAMPLE.COM");
  }
}
