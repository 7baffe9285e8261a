// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.testing.LogLines;
import org.yarnext.common.web.JsonEndpoint;

/** Asks a web server of Hadoop's, with Hadoop's authentication by user.name, as several users. */
public class DecisionsEndpointTest {
  private static final String ALICES = "application_1700000000000_0001";
  private static final String BOBS = "application_1700000000000_0002";
  private static final String GONE = "application_1700000000000_0003";
  private static final String UNKNOWN = "application_1700000000000_0004";
  private static final String STATIC = "org.apache.hadoop.http.lib.StaticUserWebFilter";

  private enum Why implements DecisionReason {
    TOO_LONG;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "It waits longer than \"allowed\".";
    }
  }

  /** Knows two applications; carol may view alice's, and forgot the owner of a third. */
  private static final class Applications implements ApplicationAuthorizer {
    final Map<String, String> owners = new TreeMap<>();
    int calls;
    volatile Runnable onView = () -> {};

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public String owner(ApplicationKey application) {
      return owners.get(application.toString());
    }

    @Override
    public boolean isRunning(ApplicationKey application) {
      return owners.containsKey(application.toString());
    }

    @Override
    public boolean mayView(
        UserGroupInformation caller,
        ApplicationKey application,
        String owner,
        HttpServletRequest request) {
      calls++;
      onView.run();
      String user = caller.getShortUserName();
      return user.equals(owner) || user.equals("carol") && application.toString().equals(ALICES);
    }
  }

  private final Configuration conf = new Configuration();
  private final Applications applications = new Applications();
  // A daemon of its own for each test, so that it has no decisions of others.
  private final String daemon = "Test" + System.nanoTime();
  private final DecisionLog log =
      new DecisionLog(
          new FeatureMetrics("EndpointTest", "Test", () -> FeatureMode.SHADOW),
          FeatureMode.SHADOW,
          daemon,
          "TestDecisions");
  private String name = "yarn";
  private HttpServer2 server;
  private String root;

  private void start(String... initializers) throws IOException {
    conf.set(DecisionsInitializer.KEY, String.join(",", initializers));
    conf.set("hadoop.http.authentication.type", "simple");
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "true");
    server =
        new HttpServer2.Builder()
            .setName(name)
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    root = "http://localhost:" + server.getConnectorAddress(0).getPort();
    applications.owners.put(ALICES, "alice");
    applications.owners.put(BOBS, "bob");
    applications.owners.put(GONE, "alice");
    DecisionRegistry.of(daemon).authorize(applications, null);
    log.register(new Configuration(false));
    explain("container_1700000000000_0001_01_000001", "");
    explain("appattempt_1700000000000_0002_000001", "");
    explain(BOBS, "stops container_1700000000000_0001_01_000002");
    explain("cluster", "");
    explain(GONE, "");
    explain(UNKNOWN, "");
    applications.owners.remove(GONE);
  }

  /** Starts a server with the authentication after the endpoint, as a NodeManager has it. */
  private void startWithUsers() throws IOException {
    start(DecisionsInitializer.class.getName(), AuthenticationFilterInitializer.class.getName());
  }

  private void explain(String subject, String text) {
    log.explain(1_700_000_001_000L, subject, Decision.of(1, Why.TOO_LONG).with("text", text));
  }

  @After
  public void stop() throws Exception {
    log.close();
    if (server != null) {
      server.stop();
    }
  }

  private HttpURLConnection open(String query) throws IOException {
    return (HttpURLConnection) new URL(root + "/yarnext/decisions" + query).openConnection();
  }

  private int status(String query) throws IOException {
    return open(query).getResponseCode();
  }

  private String text(String query) throws IOException {
    HttpURLConnection connection = open(query);
    assertEquals(200, connection.getResponseCode());
    try (InputStream in = connection.getInputStream()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      IOUtils.copyBytes(in, bytes, 4096, true);
      return new String(bytes.toByteArray(), UTF_8);
    }
  }

  /** Returns the subjects that are shown, newest first. */
  private List<String> shown(String query) throws IOException {
    List<String> subjects = new ArrayList<>();
    JsonNode answer = new ObjectMapper().readTree(text(query));
    for (JsonNode decision : answer.path("decisions")) {
      if (decision.path("daemon").asText().equals(daemon)) {
        subjects.add(decision.path("subject").asText());
      }
    }
    return subjects;
  }

  @Test
  public void answerHasAllFields() throws Exception {
    start(DecisionsInitializer.class.getName());
    HttpURLConnection connection = open("?id=job_1700000000000_0001");
    assertEquals("application/json;charset=utf-8", connection.getContentType());
    assertEquals("nosniff", connection.getHeaderField("X-Content-Type-Options"));
    assertTrue(connection.getHeaderField("Cache-Control").contains("no-store"));
    assertTrue(connection.getHeaderField("Content-Security-Policy").contains("default-src 'none'"));
    JsonNode answer = new ObjectMapper().readTree(text("?id=job_1700000000000_0001"));
    assertTrue(answer.path("features").toString().contains("\"TestDecisions\""));
    assertFalse(answer.path("truncated").asBoolean());
    assertEquals(2, answer.path("decisions").size());
    assertEquals(
        "{\"daemon\":\""
            + daemon
            + "\",\"feature\":\"TestDecisions\",\"timeMs\":1700000001000,\"subject\":"
            + "\"container_1700000000000_0001_01_000001\",\"reason\":\"TOO_LONG\",\"text\":\"It"
            + " waits longer than \\\"allowed\\\".\",\"applied\":false,\"inputs\":{\"text\":\"\"}}",
        answer.path("decisions").get(1).toString());
  }

  @Test
  public void everybodySeesEverythingWithoutAcls() throws Exception {
    startWithUsers();
    assertEquals(6, shown("").size());
    assertEquals(6, shown("?user.name=bob").size());
    assertEquals("ACLs are off", 0, applications.calls);
  }

  @Test
  public void usersSeeWhatAclsAllow() throws Exception {
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    startWithUsers();
    String container = "container_1700000000000_0001_01_000001";
    assertEquals(6, shown("?user.name=root").size());
    assertEquals(Arrays.asList(GONE, container), shown("?user.name=alice"));
    assertEquals(Collections.singletonList(container), shown("?user.name=carol"));
    assertEquals(
        Collections.singletonList("appattempt_1700000000000_0002_000001"), shown("?user.name=bob"));
    assertEquals(Collections.emptyList(), shown("?user.name=eve"));
    assertEquals(Collections.emptyList(), shown("?user.name=bob&id=" + ALICES));
    assertEquals(Collections.singletonList(container), shown("?user.name=alice&id=" + ALICES));
    assertEquals(
        "one that is hidden looks like one that does not exist",
        text("?user.name=bob&id=" + ALICES),
        text("?user.name=bob&id=application_1700000000000_0099"));
    assertEquals(
        "nor does a limit tell",
        text("?user.name=bob&limit=1&id=" + ALICES),
        text("?user.name=bob&id=" + ALICES));
    assertEquals("nobody logged in", 403, status(""));
  }

  @Test
  public void usersSeeTheirOwnWithFilterByUser() throws Exception {
    conf.set("yarn.webapp.filter-entity-list-by-user", "true");
    conf.set("yarn.admin.acl", "root");
    startWithUsers();
    assertEquals(2, shown("?user.name=alice").size());
    assertEquals(0, shown("?user.name=carol").size());
    assertEquals(6, shown("?user.name=root").size());
    assertEquals(403, status(""));
  }

  @Test
  public void staticUserIsNotALogin() throws Exception {
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    start(DecisionsInitializer.class.getName(), STATIC);
    assertEquals(Collections.emptyList(), shown(""));
    assertEquals("no filter reads user.name", Collections.emptyList(), shown("?user.name=root"));
  }

  /** RMWebAppUtil does so only if nothing else is in the list. */
  @Test
  public void resourceManagerReadsTheUserFromTheQueryAsStock() throws Exception {
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    name = "cluster";
    start(DecisionsInitializer.class.getName(), STATIC);
    assertEquals(6, shown("?user.name=root").size());
    assertEquals(2, shown("?user.name=alice").size());
    assertEquals(0, shown("").size());
  }

  @Test
  public void wrongRequestsAreRefused() throws Exception {
    start(DecisionsInitializer.class.getName());
    assertEquals(400, status("?id=nothing"));
    assertEquals(400, status("?id=" + ALICES + "%20x"));
    assertEquals(400, status("?id="));
    assertEquals(400, status("?limit=0"));
    assertEquals(400, status("?limit=x"));
    for (String method : new String[] {"POST", "PUT", "DELETE"}) {
      HttpURLConnection connection = open("");
      connection.setRequestMethod(method);
      assertEquals(method, 405, connection.getResponseCode());
      assertEquals("GET, HEAD, OPTIONS", connection.getHeaderField("Allow"));
    }
    HttpURLConnection login = open("");
    login.setRequestMethod("OPTIONS"); // as Hadoop's clients log in
    assertEquals(200, login.getResponseCode());
    assertEquals(0, login.getContentLength());
    HttpURLConnection head = open("");
    head.setRequestMethod("HEAD");
    assertEquals(200, head.getResponseCode());
    assertTrue(head.getContentLength() > 0);
    assertEquals("only this path", 404, status("/x"));
  }

  /** Otherwise a user could fill a daemon's memory with answers. */
  @Test
  public void tooManyRequestsOfAUserAtATimeAreRefused() throws Exception {
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    startWithUsers();
    CountDownLatch begun = new CountDownLatch(JsonEndpoint.MAX_AT_ONCE);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    applications.onView =
        () -> {
          begun.countDown();
          Uninterruptibles.awaitUninterruptibly(mayGoOn);
        };
    ExecutorService clients = Executors.newFixedThreadPool(JsonEndpoint.MAX_AT_ONCE);
    try {
      List<Future<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < JsonEndpoint.MAX_AT_ONCE; i++) {
        answers.add(clients.submit(() -> status("?user.name=bob")));
      }
      assertTrue(begun.await(60, TimeUnit.SECONDS));
      HttpURLConnection refused = open("?user.name=bob");
      assertEquals(503, refused.getResponseCode());
      assertEquals("1", refused.getHeaderField("Retry-After"));
      assertEquals("another user is answered", 400, status("?user.name=alice&limit=0"));
      mayGoOn.countDown();
      for (Future<Integer> answer : answers) {
        assertEquals(200, (int) answer.get(60, TimeUnit.SECONDS));
      }
      applications.onView = () -> {};
      // A client has its answer before the daemon has finished the request.
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (status("?user.name=bob") == 503) {
        assertTrue("not answered again", System.nanoTime() < deadline);
      }
    } finally {
      mayGoOn.countDown();
      clients.shutdownNow();
    }
  }

  @Test
  public void repeatedFailureIsLoggedOnce() throws Exception {
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    startWithUsers();
    applications.onView =
        () -> {
          throw new UnsupportedOperationException("broken");
        };
    try (LogLines log = new LogLines(JsonEndpoint.class.getName())) {
      assertEquals(500, status("?user.name=bob"));
      assertEquals(500, status("?user.name=bob"));
      assertEquals(1, log.count("A request to /yarnext/decisions failed", "broken"));
    }
  }

  @Test
  public void limitKeepsTheNewestAndSaysSo() throws Exception {
    start(DecisionsInitializer.class.getName());
    JsonNode answer = new ObjectMapper().readTree(text("?limit=1&id=" + BOBS));
    assertEquals(1, answer.path("decisions").size());
    assertEquals(BOBS, answer.path("decisions").get(0).path("subject").asText());
    assertTrue(answer.path("truncated").asBoolean());
  }

  @Test
  public void otherPagesAreUnchanged() throws Exception {
    start(DecisionsInitializer.class.getName(), STATIC);
    URL jmx = new URL(root + "/jmx?qry=Hadoop:*,name=*Decisions*");
    HttpURLConnection connection = (HttpURLConnection) jmx.openConnection();
    assertEquals(200, connection.getResponseCode());
    assertNull(connection.getHeaderField("Content-Security-Policy"));
    try (InputStream in = connection.getInputStream()) {
      assertEquals(0, new ObjectMapper().readTree(in).path("beans").size());
    }
  }

  @Test
  public void initializerListKeepsItsEntries() {
    Configuration list = new Configuration(false);
    DecisionsInitializer.addTo(list);
    String ours = DecisionsInitializer.class.getName();
    assertEquals(ours, list.get(DecisionsInitializer.KEY));
    list.set(DecisionsInitializer.KEY, STATIC);
    DecisionsInitializer.addTo(list);
    DecisionsInitializer.addTo(list);
    assertEquals(ours + "," + STATIC, list.get(DecisionsInitializer.KEY));
  }
}
