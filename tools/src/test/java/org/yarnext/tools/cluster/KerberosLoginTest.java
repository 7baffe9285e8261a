// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;

import java.net.URI;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.testing.KerberosRealmRule;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/** Hadoop's web server behind SPNEGO, in a realm of its own. */
public class KerberosLoginTest {
  @Rule public final KerberosRealmRule realm = new KerberosRealmRule("HTTP/localhost", "alice");

  private final Configuration conf = new YarnConfiguration();
  private HttpServer2 daemon;

  @Before
  public void start() throws Exception {
    realm.secureWebServers(conf);
    conf.set(
        "hadoop.http.filter.initializers",
        "org.yarnext.common.explain.DecisionsInitializer,"
            + "org.apache.hadoop.security.AuthenticationFilterInitializer");
    daemon =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    daemon.start();
  }

  @After
  public void stop() throws Exception {
    daemon.stop();
  }

  private String fetch() throws ToolException {
    return fetch("/jmx?qry=java.lang:type=Runtime");
  }

  private String fetch(String path) throws ToolException {
    try (DaemonClients clients = new DaemonClients(conf, null, 5_000)) {
      return clients.of("localhost:" + daemon.getConnectorAddress(0).getPort()).get(path).text();
    }
  }

  @Test
  public void userWithATicketIsLetIn() throws Exception {
    UserGroupInformation alice = realm.login("alice");
    assertThat(
        alice.doAs((PrivilegedExceptionAction<String>) this::fetch), containsString("SpecVersion"));
    assertThat(
        "a login at the decisions themselves",
        alice.doAs((PrivilegedExceptionAction<String>) () -> fetch("/yarnext/decisions")),
        containsString("\"decisions\""));
  }

  private DaemonClient.Reply put() throws ToolException {
    try (DaemonClients clients = new DaemonClients(conf, null, 5_000)) {
      return clients
          .of("localhost:" + daemon.getConnectorAddress(0).getPort())
          .put("/yarnext/settings", "{\"a\": 1}");
    }
  }

  @Test
  public void onlyAnAdministratorWithATicketChangesSettings() throws Exception {
    UserGroupInformation alice = realm.login("alice");
    conf.set("yarn.admin.acl", "alice");
    DaemonClient.Reply asAdministrator =
        alice.doAs((PrivilegedExceptionAction<DaemonClient.Reply>) this::put);
    assertThat(asAdministrator.text(), containsString("No feature of this daemon has the key a"));
    assertEquals(400, asAdministrator.status());
    conf.set("yarn.admin.acl", "bob");
    DaemonClient.Reply refused =
        alice.doAs((PrivilegedExceptionAction<DaemonClient.Reply>) this::put);
    assertThat(refused.text(), containsString("alice is not an administrator"));
    assertEquals(403, refused.status());
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("bob");
    stranger.doAs(
        (PrivilegedExceptionAction<Throwable>) () -> assertThrows(ToolException.class, this::put));
  }

  @Test
  public void aNameIsNoLoginInASecureCluster() throws Exception {
    daemon.stop();
    conf.set("yarn.admin.acl", "alice");
    conf.set("hadoop.http.authentication.type", "simple");
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "true");
    for (String users :
        new String[] {
          "org.apache.hadoop.security.AuthenticationFilterInitializer",
          "org.apache.hadoop.http.lib.StaticUserWebFilter"
        }) {
      conf.set(
          "hadoop.http.filter.initializers",
          "org.yarnext.common.explain.DecisionsInitializer," + users);
      daemon =
          new HttpServer2.Builder()
              .setName("node")
              .setConf(conf)
              .addEndpoint(URI.create("http://localhost:0"))
              .build();
      daemon.start();
      DaemonClient.Reply refused =
          new DaemonClient("localhost:" + daemon.getConnectorAddress(0).getPort(), 5_000)
              .put("/yarnext/settings?user.name=alice", "{\"a\": 1}");
      assertEquals(refused.text(), 403, refused.status());
      assertThat(refused.text(), containsString("Nobody has logged in"));
      daemon.stop();
    }
  }

  @Test
  public void userWithoutATicketGetsOneSentence() throws Exception {
    UserGroupInformation stranger = UserGroupInformation.createRemoteUser("mallory");
    String error =
        stranger.doAs(
            (PrivilegedExceptionAction<String>)
                () -> assertThrows(ToolException.class, this::fetch).getMessage());
    assertThat(error, containsString("needs a ticket of kinit"));
    assertFalse(error, error.contains("\n"));
  }
}
