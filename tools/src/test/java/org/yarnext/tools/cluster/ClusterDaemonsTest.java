// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.tools.DaemonClient;

public class ClusterDaemonsTest {
  private final Configuration conf = new YarnConfiguration();

  private List<String> configured() {
    return cluster().configured().stream()
        .map(ClusterDaemon::toString)
        .collect(Collectors.toList());
  }

  private ClusterDaemons cluster() {
    return new ClusterDaemons(conf, new DaemonClients(conf, null, 5_000));
  }

  @Test
  public void oneManagerIsFoundByItsWebAddress() {
    conf.set("yarn.resourcemanager.webapp.address", "rm:8088");
    assertEquals("[ResourceManager rm:8088]", configured().toString());
  }

  @Test
  public void withoutAnyAddressItIsThisHost() {
    assertEquals("[ResourceManager localhost:8088]", configured().toString());
  }

  @Test
  public void eachManagerOfHaIsAskedItself() {
    conf.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    conf.set("yarn.resourcemanager.webapp.address.rm1", "a:1");
    conf.set("yarn.resourcemanager.hostname.rm2", "b");
    assertEquals("[ResourceManager a:1, ResourceManager b:8088]", configured().toString());
  }

  @Test
  public void httpsHasItsOwnAddresses() {
    conf.set("yarn.http.policy", "HTTPS_ONLY");
    conf.set("yarn.resourcemanager.webapp.https.address", "rm:8090");
    assertEquals("[ResourceManager https://rm:8090]", configured().toString());
  }

  @Test
  public void ofAFederationOnlyWhatTheFilesNameIsAsked() {
    conf.set("yarn.federation.enabled", "true");
    assertEquals("[ResourceManager localhost:8088]", configured().toString());
    conf.set("yarn.router.webapp.address", "router:8089");
    conf.set("yarn.federation.gpg.webapp.address", "gpg:8069");
    assertEquals(
        "[ResourceManager localhost:8088, Router router:8089, Global Policy Generator gpg:8069]",
        configured().toString());
  }

  @Test
  public void aStandbyHasNoNodesAndTheActiveOneTellsTheirStates() throws Exception {
    try (DaemonServer active =
            new DaemonServer()
                .nodes(
                    DaemonServer.node("RUNNING", "n1:1", "n1:8042"),
                    DaemonServer.node("UNHEALTHY", "n2:1", ""),
                    DaemonServer.node("LOST", "n3:1", ""));
        DaemonServer standby = new DaemonServer()) {
      standby.on(
          "/ws/v1/cluster/nodes",
          exchange -> {
            exchange
                .getResponseHeaders()
                .set("Location", "http://" + active.address() + "/ws/v1/cluster/nodes");
            DaemonServer.answer(exchange, 307, "This is standby RM.");
          });
      conf.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
      conf.set("yarn.resourcemanager.webapp.address.rm1", standby.address());
      assertFalse("the standby alone", cluster().nodes().isListed());
      conf.set("yarn.resourcemanager.webapp.address.rm2", active.address());
      ClusterDaemons.Nodes nodes = cluster().nodes();
      assertTrue(nodes.isListed());
      assertEquals("[NodeManager n1:8042]", nodes.running().toString());
      assertEquals("{LOST=[n3:1], UNHEALTHY=[n2:1]}", nodes.others().toString());
    }
  }

  /** YARN writes a node as host:port, also if the host is an IPv6 address. */
  @Test
  public void ipv6AddressesAreThoseOfUrls() throws Exception {
    conf.set("yarn.resourcemanager.webapp.address", "[::]:8088");
    assertEquals("[ResourceManager localhost:8088]", configured().toString());
    conf.set("yarn.resourcemanager.webapp.address", "[0:0:0:0:0:0:0:0]:8088");
    assertEquals("[ResourceManager localhost:8088]", configured().toString());
    conf.set("yarn.resourcemanager.webapp.address", "[fd00::2]:8088");
    assertEquals("[ResourceManager [fd00::2]:8088]", configured().toString());
    try (DaemonServer rm =
        new DaemonServer()
            .nodes(
                DaemonServer.node("RUNNING", "fd00:0:0:0:0:0:0:2:8041", "fd00:0:0:0:0:0:0:2:8042"),
                DaemonServer.node("RUNNING", "N1:8041", "N1:8042"))) {
      conf.set("yarn.resourcemanager.webapp.address", rm.address());
      ClusterDaemons.Nodes nodes = cluster().nodes();
      assertEquals(
          "[NodeManager [fd00:0:0:0:0:0:0:2]:8042, NodeManager N1:8042]",
          nodes.running().toString());
      for (ClusterDaemon node : nodes.running()) {
        new DaemonClient(node.address(), 1); // a valid address
      }
    }
  }

  @Test
  public void theNodeOfAContainerIsFound() throws Exception {
    String attempts = "/ws/v1/cluster/apps/application_1_1/appattempts";
    try (DaemonServer rm = new DaemonServer()) {
      rm.on(
          attempts,
          "{\"appAttempts\":{\"appAttempt\":[{\"appAttemptId\":\"appattempt_1_1_1\","
              + "\"nodeHttpAddress\":\"n1:8042\"}]}}");
      rm.on(
          attempts + "/appattempt_1_1_1/containers",
          "{\"container\":[{\"containerId\":\"container_1_1_1_2\",\"nodeHttpAddress\":"
              + "\"http://n2:8042\"},{\"containerId\":\"container_1_1_1_3\","
              + "\"nodeHttpAddress\":\"http://n3:8042\"}]}");
      conf.set("yarn.resourcemanager.webapp.address", rm.address());
      String manager = "ResourceManager " + rm.address();
      assertEquals(
          "[" + manager + ", NodeManager n1:8042, NodeManager n3:8042]",
          cluster().of("application_1_1", "container_1_1_1_3").toString());
      assertEquals(
          "[" + manager + ", NodeManager n1:8042, NodeManager n2:8042, NodeManager n3:8042]",
          cluster().of("application_1_1", null).toString());
    }
  }
}
