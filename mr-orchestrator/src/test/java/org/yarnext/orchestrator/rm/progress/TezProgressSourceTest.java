// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.orchestrator.policy.JobPhase;

/** A web server in the place of a master's. */
public class TezProgressSourceTest {
  private static final String FIRST = "attempt_1_0001_2_00_000000_0";
  private static final String SECOND = "attempt_1_0001_2_01_000011_1";
  private static final JobPhase PHASE = new JobPhase("application_1_0001", "VERTEX_2_00");

  private final Configuration conf = new YarnConfiguration();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> running = new LinkedHashSet<>();
  private HttpServer server;
  private String request;
  private String cookie;
  private int status = 200;
  private String answer = "";

  @Before
  public void listen() throws IOException {
    conf.setInt("ipc.client.connect.timeout", 5_000);
    conf.setInt("ipc.client.rpc-timeout.ms", 5_000);
    conf.set("yarn.resourcemanager.webapp.address", "127.0.0.1:8088");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
    running.add(SECOND);
    running.add(FIRST);
  }

  @After
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    if (request == null) {
      request = exchange.getRequestURI().toString();
      cookie = exchange.getRequestHeaders().getFirst("Cookie");
    } else {
      request = "a second time";
    }
    exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + port() + "/elsewhere");
    byte[] body = answer.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private Map<String, Double> ask(int port) throws IOException {
    request = null;
    ApplicationMasterEndpoint master =
        new ApplicationMasterEndpoint(
            new InetSocketAddress("127.0.0.1", 1),
            port == 0 ? null : URI.create("http://127.0.0.1:" + port),
            UserGroupInformation.createRemoteUser("some body"),
            conf);
    return new TreeMap<>(new TezProgressSource().progress(PHASE, running, master));
  }

  private static String attempt(String id, String progress, String state) {
    return String.format(
        "{\"id\":\"%s\",\"progress\":\"%s\",\"status\":\"%s\"}", id, progress, state);
  }

  private static String attempts(String... all) {
    return "{\"attempts\":[" + String.join(",", all) + "]}";
  }

  private void assertRefused(String why) {
    IOException e = assertThrows(answer, IOException.class, () -> ask(port()));
    assertTrue(e.toString(), e.toString().contains(why));
  }

  @Test
  public void singleCallReturnsProgressOfAllRunningAttempts() throws IOException {
    answer = attempts(attempt(FIRST, "0.25", "RUNNING"), attempt(SECOND, "1.0", "RUNNING"));
    assertEquals("{" + FIRST + "=0.25, " + SECOND + "=1.0}", ask(port()).toString());
    assertEquals("/ui/ws/v2/tez/attemptsInfo?dagID=2&limit=2&attemptID=0_0_0,1_11_1", request);
    assertEquals("as by the proxy", "proxy-user=some+body", cookie);
  }

  @Test
  public void attemptsThatAreNotRunningHaveNoProgress() throws IOException {
    answer =
        attempts(
            attempt(FIRST, "1.0", "SUCCEEDED"),
            attempt(SECOND, "0.0", "NEW"),
            "{\"id\":\"a\"}",
            "{}");
    assertEquals("{}", ask(port()).toString());
  }

  @Test
  public void latestDagIsQueried() throws IOException {
    running.add("attempt_1_0001_10_00_000003_0");
    running.add("attempt_1_0001_9_00_000003_0");
    running.add("attempt_1_0001_m_000000_0");
    answer = attempts();
    assertEquals("{}", ask(port()).toString());
    assertEquals("/ui/ws/v2/tez/attemptsInfo?dagID=10&limit=1&attemptID=0_3_0", request);
  }

  @Test
  public void completedDagHasNoProgressAndIsNoFailure() throws IOException {
    status = 404;
    answer = "Not current Dag: 2";
    assertEquals("{}", ask(port()).toString());
  }

  @Test
  public void redirectsAndErrorsAreRefusedAndNotFollowed() {
    for (int each : new int[] {302, 307, 401, 500}) {
      status = each;
      assertRefused("answered HTTP/1.1 " + each);
      assertFalse(request, request.equals("a second time"));
    }
  }

  @Test
  public void malformedResponseIsRefused() {
    String[] wrong = {
      "",
      "<html>",
      "[]",
      "{}",
      "null",
      "{\"attempts\":3}",
      "{\"attempts\":[3]}",
      "{\"attempts\":[[]]}",
      "{\"attempts\":[{\"id\":\"a\"",
      "{\"attempts\":[{}",
      attempts(attempt(FIRST, "half", "RUNNING")),
      attempts("{\"id\":\"a\",\"status\":\"RUNNING\"}"),
      attempts("{\"progress\":[0.5],\"status\":\"RUNNING\"}"),
    };
    for (String each : wrong) {
      answer = each;
      assertThrows(each, IOException.class, () -> ask(port()));
    }
  }

  @Test
  public void unknownFieldsAreSkippedAtAnyDepth() throws IOException {
    String deep = String.join("", Collections.nCopies(10_000, "["));
    String closed = String.join("", Collections.nCopies(10_000, "]"));
    answer =
        "{\"other\":"
            + deep
            + closed
            + ",\"attempts\":[{\"counters\":{\"a\":[1]},\"id\":\""
            + FIRST
            + "\",\"progress\":0.5,\"status\":\"RUNNING\"}]}";
    assertEquals("{" + FIRST + "=0.5}", ask(port()).toString());
  }

  @Test
  public void oversizedResponseIsRefused() throws IOException {
    String one = attempt(FIRST, "0.5", "RUNNING");
    answer = attempts(Collections.nCopies(500, one).toArray(new String[0]));
    assertEquals(1, ask(port()).size());
    answer = attempts(Collections.nCopies(2_000, one).toArray(new String[0]));
    assertThrows(IOException.class, () -> ask(port()));
  }

  @Test
  public void numberOfQueriedAttemptsIsBoundedByTheUrlLength() throws IOException {
    running.clear();
    for (int i = 0; i < 20_000; i++) {
      running.add(String.format(Locale.ROOT, "attempt_1_0001_2_00_%06d_0", i));
    }
    answer = attempts();
    ask(port());
    String first = request;
    assertTrue("" + first.length(), first.length() > 30_000 && first.length() < 40_000);
    int asked = first.substring(first.indexOf("attemptID=")).split(",").length;
    assertTrue(first, first.contains("limit=" + asked + "&"));
    assertTrue("in order", first.contains("attemptID=0_0_0,0_10000_0,"));
    ask(port());
    assertEquals(first, request);
  }

  @Test
  public void masterWithoutWebServiceOrTezAttemptsIsNotCalled() throws IOException {
    assertEquals("{}", ask(0).toString());
    running.clear();
    running.add("attempt_1_0001_m_000000_0");
    assertEquals("{}", ask(port()).toString());
    assertEquals(null, request);
  }

  @Test
  public void unreachableMasterIsAFailure() {
    int port = port();
    server.stop(0);
    assertThrows(IOException.class, () -> ask(port));
  }

  /** The call never times out, because each byte arrives in time. */
  @Test
  public void interruptEndsACallWithAnEndlessResponse() throws Exception {
    CountDownLatch drips = new CountDownLatch(20);
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (!Thread.interrupted()) {
              out.write(' ');
              out.flush();
              drips.countDown();
              TimeUnit.MILLISECONDS.sleep(20);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                ask(port());
              } catch (IOException e) {
                thrown.set(e);
              }
            });
    caller.start();
    assertTrue(drips.await(60, TimeUnit.SECONDS));
    assertTrue(caller.isAlive());
    caller.interrupt();
    caller.join(60_000);
    assertFalse(caller.isAlive());
    assertTrue(String.valueOf(thrown.get()), thrown.get() instanceof IOException);
  }

  @Test
  public void compositeSourceCallsTheSourceOfTheFramework() throws Exception {
    answer = attempts(attempt(FIRST, "0.25", "RUNNING"));
    ApplicationMasterEndpoint master =
        new ApplicationMasterEndpoint(
            new InetSocketAddress("127.0.0.1", 1),
            URI.create("http://127.0.0.1:" + port()),
            UserGroupInformation.createRemoteUser("somebody"),
            conf);
    assertEquals(1, new CompositeProgressSource().progress(PHASE, running, master).size());
    conf.setInt("ipc.client.connect.max.retries", 0);
    request = null;
    assertThrows(
        "nobody takes calls there",
        IOException.class,
        () ->
            new CompositeProgressSource()
                .progress(new JobPhase("job_1_0001", "MAP"), running, master));
    assertEquals(null, request);
  }
}
