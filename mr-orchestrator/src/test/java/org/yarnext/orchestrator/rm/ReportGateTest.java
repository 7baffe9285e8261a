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

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.junit.Before;
import org.junit.Test;

public class ReportGateTest {
  private final RMContext context = mock(RMContext.class);
  private final ReportGate simple = new ReportGate(context, () -> false);
  private final ReportGate kerberos = new ReportGate(context, () -> true);

  @Before
  public void oneNode() {
    when(context.getRMNodes())
        .thenReturn(
            new ConcurrentHashMap<>(
                Collections.singletonMap(NodeId.newInstance("h1", 45), mock(RMNode.class))));
  }

  private static void assertRefused(String message, ReportGate gate, String node, String caller) {
    AccessControlException e =
        assertThrows(AccessControlException.class, () -> gate.check(node, caller));
    assertTrue(e.getMessage(), e.getMessage().contains(message));
  }

  @Test
  public void aNodeOfTheResourceManagerMayReport() throws Exception {
    simple.check("h1:45", "yarn");
  }

  @Test
  public void anyOtherMayNot() {
    assertRefused("h1:46 is no node", simple, "h1:46", "yarn");
    assertRefused("h2:45 is no node", simple, "h2:45", "yarn");
    assertRefused("h2:45 is no node", kerberos, "h2:45", "nm/h2@EXAMPLE.COM");
  }

  @Test
  public void withKerberosANodeReportsForItselfOnly() throws Exception {
    kerberos.check("h1:45", "nm/h1@EXAMPLE.COM");
    kerberos.check("h1:45", "nm/H1@EXAMPLE.COM");
    assertRefused("may not report for h1:45", kerberos, "h1:45", "nm/h2@EXAMPLE.COM");
    assertRefused("may not report for h1:45", kerberos, "h1:45", "nm@EXAMPLE.COM");
  }
}
