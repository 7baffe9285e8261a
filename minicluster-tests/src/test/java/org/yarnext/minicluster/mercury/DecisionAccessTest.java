// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;
import org.yarnext.common.testing.ChromiumBrowser;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.shell.Attempt;
import org.yarnext.minicluster.shell.ShellTask;
import org.yarnext.minicluster.shell.ShellWorkload;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/**
 * Alice runs an application on a cluster with ACLs: who sees which decisions of the daemons at
 * their web servers.
 */
public class DecisionAccessTest {
  private static final int TASKS = 6;
  private static final String HOSTILE_NAME = "<img src=x onerror=alert(1)>";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static MercuryNode node;
  private static String application;
  private static String resourceManager;
  private static String nodeManager;
  private static HttpServer2 server;

  @BeforeClass
  public static void run() throws Exception {
    node =
        MercuryNode.start(
            MercuryNode.settings("decision-access")
                .set("yarn.mercury.mode", "on")
                .set("yarn.mercury.placement.mode", "on")
                .set("yarn.mercury.coordinator.mode", "on")
                .set("hadoop.prometheus.endpoint.enabled", "true")
                .set(YarnConfiguration.YARN_ACL_ENABLE, "true")
                .set(YarnConfiguration.YARN_ADMIN_ACL, "root")
                // By stock's default, everybody administers all queues.
                .set("yarn.scheduler.capacity.root.acl_administer_queue", " ")
                .set("yarn.scheduler.capacity.root.default.acl_administer_queue", " "));
    try (ShellWorkload work =
        ShellWorkload.start(
            node.cluster(), HOSTILE_NAME, 100, UserGroupInformation.createRemoteUser("alice"))) {
      work.submit(Collections.nCopies(TASKS, ShellTask.opportunistic("sleep 0.3")));
      work.awaitEnd(MercuryNode.PATIENCE_MS);
      assertEquals(TASKS, work.count(Attempt.State.SUCCEEDED));
      application = work.applicationId().toString();
    }
    resourceManager = node.cluster().webAddress();
    nodeManager = "http://localhost:" + startNodesServer();
  }

  /**
   * Starts a web server from the configuration of the node, as the NodeManager would: in the JVM of
   * another daemon, its own cannot start.
   */
  private static int startNodesServer() throws IOException {
    Configuration conf = node.cluster().nodeManager(0).getNMContext().getConf();
    String initializers = conf.get("hadoop.http.filter.initializers");
    assertTrue(initializers, initializers.contains("DecisionsInitializer"));
    conf = new Configuration(conf);
    conf.set(
        "hadoop.http.filter.initializers",
        initializers + "," + AuthenticationFilterInitializer.class.getName());
    server =
        new HttpServer2.Builder()
            .setName("node")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    return server.getConnectorAddress(0).getPort();
  }

  @AfterClass
  public static void stop() throws Exception {
    server.stop();
    node.close();
  }

  private static HttpURLConnection open(String url) throws IOException {
    return (HttpURLConnection) new URL(url).openConnection();
  }

  private static String get(String url) throws IOException {
    HttpURLConnection connection = open(url);
    try {
      assertEquals(url, 200, connection.getResponseCode());
    } catch (IOException e) {
      throw new IOException(url, e);
    }
    try (InputStream in = connection.getInputStream()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      IOUtils.copyBytes(in, bytes, 4096, true);
      return new String(bytes.toByteArray(), UTF_8);
    }
  }

  /**
   * Returns the answer of a daemon to a user about an application, or about all if the id is empty.
   */
  private static String answer(String daemon, String user, String id) throws IOException {
    return get(daemon + "/yarnext/decisions?user.name=" + user + (id.isEmpty() ? "" : "&id=" + id));
  }

  private static List<JsonNode> decisions(String daemon, String user, String id)
      throws IOException {
    List<JsonNode> decisions = new ArrayList<>();
    JSON.readTree(answer(daemon, user, id)).path("decisions").forEach(decisions::add);
    return decisions;
  }

  @Test
  public void alicesDecisionsAreForHerAndAdministrators() throws Exception {
    for (String daemon : new String[] {resourceManager, nodeManager}) {
      for (String user : new String[] {"alice", "root"}) {
        List<JsonNode> seen = decisions(daemon, user, application);
        assertFalse(user + " at " + daemon, seen.isEmpty());
        for (JsonNode decision : seen) {
          assertTrue(decision.toString(), decision.toString().contains(number()));
        }
      }
    }
    String seen = answer(nodeManager, "alice", application);
    assertTrue(seen, seen.contains("\"daemon\":\"NodeManager\",\"feature\":\"MercuryDecisions\""));
    assertTrue(answer(resourceManager, "alice", "").contains(number()));
  }

  /** Returns the part that all ids of the application contain. */
  private static String number() {
    return application.substring("application".length());
  }

  @Test
  public void bobSeesNothingThatTells() throws Exception {
    String none = "application_1700000000000_0001";
    for (String daemon : new String[] {resourceManager, nodeManager}) {
      for (String id : new String[] {"", application}) {
        assertEquals(Collections.emptyList(), decisions(daemon, "bob", id));
      }
      assertEquals(answer(daemon, "bob", none), answer(daemon, "bob", application));
      assertFalse(answer(daemon, "bob", "").contains(number()));
    }
  }

  @Test
  public void explainShowsOthersNothing() throws Exception {
    for (String user : new String[] {"alice", "root"}) {
      String seen = explain(user);
      assertTrue(seen, seen.startsWith(ExitCode.DONE + ": "));
      assertTrue(seen, seen.contains("MercuryDecisions of NodeManager"));
    }
    String seen = explain("bob");
    assertTrue(seen, seen.startsWith(ExitCode.FAILED + ": "));
    assertTrue(seen, seen.contains("bob may not view it"));
    assertFalse(seen, seen.contains("Decisions of"));
    assertFalse(seen, seen.contains("container" + number()));
  }

  /** Returns the exit code and the output of the command, in one line. */
  private static String explain(String user) throws Exception {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    String daemons = (resourceManager + "," + nodeManager).replace("http://", "");
    int status =
        UserGroupInformation.createRemoteUser(user)
            .doAs(
                (PrivilegedExceptionAction<Integer>)
                    () -> Yarnext.run(writer, writer, "explain", "--daemon", daemons, application));
    return status + ": " + said.toString().replaceAll("\\s+", " ");
  }

  /** The owner and an administrator see the application in the daemons' pages, others do not. */
  @Test
  public void pagesInABrowserShowTheSame() throws Exception {
    try (ChromiumBrowser browser = new ChromiumBrowser(Collections.emptyMap())) {
      for (String daemon : new String[] {resourceManager, nodeManager}) {
        for (String user : new String[] {"alice", "root"}) {
          look(browser, daemon, user, "#id/" + application);
          browser.await("#decision-rows", number());
        }
        browser.screenshot(daemon.equals(nodeManager) ? "node-application" : "rm-application");
        look(browser, daemon, "bob", "#id/" + application);
        browser.await("#decision-rows", "Nothing is known of " + application);
        look(browser, daemon, "bob", "#decisions");
        browser.await("#decision-rows", "Nothing is known that you may see.");
        assertFalse(browser.source(), browser.source().contains(number()));
        assertFalse(browser.source(), browser.source().contains("alice"));
        look(browser, daemon, "bob", "");
        browser.await("#findings", "All features of this daemon are healthy.");
        for (String bean :
            daemon.equals(nodeManager)
                ? new String[] {"Mercury"}
                : new String[] {"MercuryCoordinator", "MercuryPlacement"}) {
          browser.await("#features", bean);
          browser.await("#charts", "Opportunistic containers");
        }
        browser.screenshot(daemon.equals(nodeManager) ? "node-overview" : "rm-overview");
      }
      look(browser, resourceManager, "bob", "#nodes");
      browser.await("#node-count", "1 node, page 1 of 1");
      look(browser, resourceManager, "alice", "#id/" + application);
      browser.await("#application-link", "YARN's page of the application");
      browser.click("#application-link");
      browser.await("body", HOSTILE_NAME);
    }
  }

  /** Opens a page as a user; the last one must not have complained. */
  private static void look(ChromiumBrowser browser, String daemon, String user, String fragment) {
    assertEquals(Collections.emptyList(), browser.console());
    browser.forgetCookies();
    browser.open(daemon + "/yarnext/?user.name=" + user + fragment);
  }

  @Test
  public void whoeverDoesNotLogInSeesNothing() throws Exception {
    // The node's list of filters has no static user here.
    assertEquals(403, open(nodeManager + "/yarnext/decisions").getResponseCode());
    String all = get(resourceManager + "/yarnext/decisions");
    assertEquals(all, 0, JSON.readTree(all).path("decisions").size());
  }

  /** The list of initializers is not stock's here either. */
  @Test
  public void stocksRestServicesKnowTheUserToo() throws Exception {
    String path = "/ws/v1/cluster/apps/" + application + "?user.name=";
    assertTrue(get(resourceManager + path + "alice").contains("\"queue\""));
    assertFalse(get(resourceManager + path + "bob").contains("\"amContainerLogs\""));
  }

  @Test
  public void metricsNameNoApplication() throws Exception {
    for (String daemon : new String[] {resourceManager, nodeManager}) {
      int beans = 0;
      for (JsonNode bean : JSON.readTree(get(daemon + "/jmx?user.name=root")).path("beans")) {
        String name = bean.path("name").asText();
        assertFalse(name, name.contains("Decisions"));
        if (name.contains("name=Mercury")) {
          beans++;
          assertNamesNoApplication(bean.toString());
        }
      }
      assertTrue(daemon, beans > 0);
      assertNamesNoApplication(get(daemon + "/yarnext/history?user.name=bob"));
      String prometheus = daemon + "/prom?user.name=root";
      if (daemon.equals(resourceManager)) {
        Await.until(
            "metrics, which come to a new page of Prometheus after a period",
            MercuryNode.PATIENCE_MS,
            () -> get(prometheus).contains("\nmercury"));
      }
      int lines = 0;
      for (String line : get(prometheus).split("\\R")) {
        if (line.startsWith("mercury")) {
          lines++;
          assertNamesNoApplication(line);
        }
      }
      assertTrue(daemon, lines > 0 || daemon.equals(nodeManager));
    }
  }

  private static void assertNamesNoApplication(String text) {
    assertFalse(text, text.contains(number()));
    assertFalse(text, text.contains("application_"));
    assertFalse(text, text.contains("container_"));
    assertFalse(text, text.contains("alice"));
  }
}
