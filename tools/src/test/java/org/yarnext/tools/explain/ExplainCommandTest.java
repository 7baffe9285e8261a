// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.explain.DecisionsInitializer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.testing.FreePort;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;

/** Asks a web server of Hadoop's, which shows real decisions. */
public class ExplainCommandTest {
  private static final String APPLICATION = "application_1700000000000_0042";
  private static final String CONTAINER = "container_1700000000000_0042_01_000003";
  private static final String STRANGER = "application_1600000000000_0001";

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

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final FeatureMetrics metrics =
      new FeatureMetrics("ExplainCommandTest", "Test", () -> FeatureMode.ON);
  private String daemon;
  private DecisionLog log;
  private DecisionRecorder ring;
  private HttpServer2 server;
  private String address;

  @Before
  public void start() throws IOException {
    // A daemon of this name has no decisions of earlier tests.
    daemon = "Test" + System.nanoTime();
    log = new DecisionLog(metrics, FeatureMode.ON, daemon, "TestDecisions");
    ring = log.ring();
    Configuration conf = new Configuration();
    conf.set("hadoop.http.filter.initializers", DecisionsInitializer.class.getName());
    server =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    address = "localhost:" + server.getConnectorAddress(0).getPort();
    log.register(new Configuration(false));
  }

  @After
  public void stop() throws Exception {
    log.close();
    server.stop();
  }

  private static Decision<Integer> decision(long waitMs) {
    return Decision.of(1, Why.TOO_LONG).with("limitMs", 1000).with("waitMs", waitMs);
  }

  @Test
  public void decisionsAreListedOldestFirst() {
    ring.record(1_700_000_002_000L, CONTAINER, true, decision(2300));
    ring.record(1_700_000_001_000L, APPLICATION + " priority 20", false, decision(1300));
    ring.record(1_700_000_003_000L, STRANGER, true, decision(77));
    CommandRun run = CommandRun.of("explain", "--daemon", address, CONTAINER);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    InputText text = new InputText(ZoneId.systemDefault());
    String[] lines = run.out.split("\\R");
    assertEquals(run.out, 4, lines.length);
    assertEquals(
        text.time(1_700_000_001_000L)
            + "  TestDecisions of "
            + daemon
            + " "
            + address
            + " about "
            + APPLICATION
            + " priority 20 (shadow: not acted on)",
        lines[0]);
    assertEquals(
        "    TOO_LONG: It waits longer than \"allowed\". (limit=1000 ms, wait=1300 ms)", lines[1]);
    assertTrue(lines[2], lines[2].endsWith("about " + CONTAINER + " (on)"));
    assertTrue(lines[3], lines[3].contains("wait=2300 ms"));
  }

  @Test
  public void httpStatusIsExplained() throws Exception {
    for (String[] expected :
        new String[][] {
          {"401 No", "does not accept your login"},
          {"403 No", "you may not see decisions"},
          {"404 No", "no yarnext feature is on or"}
        }) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        Thread daemon =
            new Thread(
                () -> {
                  while (!socket.isClosed()) { // the client logs in and asks again
                    answer(socket, expected[0]);
                  }
                });
        daemon.setDaemon(true);
        daemon.start();
        CommandRun run =
            CommandRun.of("explain", "--daemon", "localhost:" + socket.getLocalPort(), CONTAINER);
        assertEquals(run.toString(), ExitCode.FAILED, run.status);
        assertTrue(run.err, run.err.contains("answers " + expected[0].substring(0, 3)));
        assertTrue(run.err, run.err.contains(expected[1]));
      }
    }
  }

  /** A daemon whose clock is that far ahead and which decided just now. */
  private static String answerOf(long aheadMs, String reason) {
    long nowMs = System.currentTimeMillis() + aheadMs;
    String page =
        "{\"features\":[\"TestDecisions\"],\"decisions\":[{\"timeMs\":"
            + nowMs
            + ",\"subject\":\""
            + APPLICATION
            + "\",\"reason\":\""
            + reason
            + "\"}]}";
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nDate: "
        + DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(nowMs).atZone(ZoneOffset.UTC))
        + "\r\nContent-Length: "
        + page.length()
        + "\r\n\r\n"
        + page;
  }

  private static void answer(ServerSocket socket, String text) {
    try (Socket client = socket.accept()) {
      BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
      boolean isLogin = in.readLine().startsWith("OPTIONS");
      while (!in.readLine().isEmpty()) { // the request's head
        continue;
      }
      String status = isLogin ? "200 OK" : text;
      String answer =
          text.startsWith("HTTP")
              ? text
              : "HTTP/1.1 " + status + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
      client.getOutputStream().write(answer.getBytes(UTF_8));
    } catch (IOException e) {
      if (!socket.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  public void decisionsAreOrderedDespiteWrongClocks() throws Exception {
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread daemons =
          new Thread(
              () -> {
                answer(first, answerOf(TimeUnit.HOURS.toMillis(2), "FIRST"));
                answer(second, answerOf(-TimeUnit.HOURS.toMillis(2), "SECOND"));
              });
      daemons.setDaemon(true);
      daemons.start();
      CommandRun run =
          CommandRun.of(
              "explain",
              "--daemon",
              "localhost:" + first.getLocalPort() + ",localhost:" + second.getLocalPort(),
              APPLICATION);
      assertEquals(run.toString(), ExitCode.DONE, run.status);
      assertTrue(run.out, run.out.contains(" s ahead of this host's"));
      assertTrue(run.out, run.out.contains(" s behind this host's"));
      long apart = timeOf(run.out, 3) - timeOf(run.out, 5);
      assertTrue(run.out, Math.abs(apart) < 60_000);
    }
  }

  private static long timeOf(String out, int line) {
    String text = out.split("\\R")[line - 1].substring(0, "2023-11-14 23:13:21.007".length());
    return LocalDateTime.parse(text.replace(' ', 'T'))
        .atZone(ZoneId.systemDefault())
        .toInstant()
        .toEpochMilli();
  }

  @Test
  public void timesAreInTheGivenZone() {
    assertEquals(
        "2023-11-14 23:13:21.007", new InputText(ZoneId.of("+01:00")).time(1_700_000_001_007L));
  }

  @Test
  public void numbersAreFormattedForReading() {
    ring.record(
        1_700_000_001_000L,
        CONTAINER,
        true,
        decision(2300)
            .with("jobEndMs", 1_700_000_001_500L)
            .with("never", Long.MAX_VALUE)
            .with("neverMs", Long.MAX_VALUE)
            .with("laterMs", 1_800_000_001_500L)
            .with("share", 0.010844130460390322)
            .with("large", 12_345_678.9)
            .with("text", "1.000000001"));
    CommandRun run = CommandRun.of("explain", "--daemon", address, CONTAINER);
    InputText text = new InputText(ZoneId.systemDefault());
    String wanted =
        "(limit=1000 ms, wait=2300 ms, jobEnd="
            + text.time(1_700_000_001_500L).substring(11)
            + ", never=unlimited, never=unlimited, later="
            + text.time(1_800_000_001_500L)
            + ", share=0.01084, large=12350000, text=1.000000001)";
    assertTrue(run.out, run.out.contains(wanted));
  }

  @Test
  public void textOfUsersStaysInItsLine() {
    String forged = "a\n2023-11-14 23:13:21.000  YARN\u009b1m";
    ring.record(1_700_000_001_000L, CONTAINER, true, decision(2300).with("text", forged));
    CommandRun run = CommandRun.of("explain", "--daemon", address, CONTAINER);
    assertEquals(run.out, 2, run.out.split("\\R").length);
    assertTrue(run.out, run.out.contains("text=a 2023-11-14 23:13:21.000  YARN?1m"));
  }

  @Test
  public void decisionsOfTheSameTimeKeepTheirOrder() {
    for (int n = 1; n <= 3; n++) {
      ring.record(1_700_000_001_000L, CONTAINER, true, decision(n));
    }
    CommandRun run = CommandRun.of("explain", "--daemon", address, CONTAINER);
    assertTrue(run.out, run.out.matches("(?s).*wait=1 ms.*wait=2 ms.*wait=3 ms.*"));
  }

  @Test
  public void containerKnownOnlyByItsApplicationIsMarked() {
    ring.record(1_700_000_001_000L, APPLICATION + " priority 20", true, decision(1300));
    String note = "Of " + CONTAINER + " itself nothing is known";
    CommandRun container = CommandRun.of("explain", "--daemon", address, CONTAINER);
    assertEquals(container.toString(), ExitCode.DONE, container.status);
    assertTrue(container.out, container.out.contains(note));
    CommandRun whole = CommandRun.of("explain", "--daemon", address, APPLICATION);
    assertFalse(whole.out, whole.out.contains("nothing is known"));
    ring.record(1_700_000_001_000L, "node", true, decision(1).with("stops", CONTAINER));
    CommandRun named = CommandRun.of("explain", "--daemon", address, CONTAINER);
    assertFalse(named.out, named.out.contains("nothing is known"));
  }

  @Test
  public void unknownIdIsReportedWithPossibleCauses() {
    ring.record(1_700_000_001_000L, APPLICATION, true, decision(2300));
    CommandRun run = CommandRun.of("explain", "--daemon", address, STRANGER);
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    assertTrue(run.out, run.out.contains("shows nothing of " + STRANGER));
    assertTrue(run.out, run.out.contains("TestDecisions"));
    assertFalse(run.out, run.out.contains(APPLICATION));
  }

  @Test
  public void daemonWithoutFeaturesIsReported() {
    log.close();
    CommandRun run = CommandRun.of("explain", "--daemon", address, STRANGER);
    assertEquals(ExitCode.FAILED, run.status);
    assertTrue(run.out, run.out.contains("no yarnext feature is on"));
  }

  @Test
  public void unreachableDaemonIsReportedBesideTheOthers() throws Exception {
    ring.record(1_700_000_001_000L, APPLICATION, true, decision(2300));
    String gone = "localhost:" + FreePort.next();
    CommandRun run =
        CommandRun.of("explain", "--daemon", gone + ",http://" + address + "/jmx/", APPLICATION);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(run.err, run.err.contains(gone + " cannot be reached"));
    CommandRun onlyGone = CommandRun.of("explain", "--daemon", gone, APPLICATION);
    assertEquals(ExitCode.FAILED, onlyGone.status);
    assertTrue(onlyGone.out, onlyGone.out.contains("Asked: daemon " + gone + "."));
    assertTrue(onlyGone.out, onlyGone.out.contains(gone + " did not answer"));
  }

  @Test
  public void savedPageIsReadLikeADaemon() throws Exception {
    ring.record(1_700_000_001_000L, APPLICATION, true, decision(2300));
    Path page = folder.newFile("page.json").toPath();
    Files.write(page, read("http://" + address + "/yarnext/decisions"));
    CommandRun run = CommandRun.of("explain", "--page", page.toString(), APPLICATION);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(run.out, run.out.contains("TestDecisions of " + daemon + " " + page));
    Files.write(page, "<html>".getBytes(UTF_8));
    CommandRun wrong = CommandRun.of("explain", "--page", page.toString(), APPLICATION);
    assertEquals(ExitCode.FAILED, wrong.status);
    assertTrue(wrong.err, wrong.err.contains("does not come from /yarnext/decisions"));
  }

  private static byte[] read(String url) throws IOException {
    try (InputStream in = new URL(url).openStream()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      IOUtils.copyBytes(in, bytes, 4096, true);
      return bytes.toByteArray();
    }
  }

  @Test
  public void missingPageIsReported() {
    CommandRun run =
        CommandRun.of("explain", "--daemon", "http://" + address + "/nowhere", CONTAINER);
    assertEquals(ExitCode.FAILED, run.status);
    assertTrue(run.err, run.err.contains("404"));
  }

  @Test
  public void wrongCommandLinesAreMisuse() {
    misused("is not an ID", "explain", "--daemon", address, "42");
    misused("No daemon is named", "explain", CONTAINER);
    misused("--timeout 0", "explain", "--daemon", address, "--timeout", "0", CONTAINER);
    CommandRun strange = CommandRun.of("explain", "--daemon", "ftp://x", CONTAINER);
    assertTrue(strange.err, strange.err.contains("ftp://x is not the address"));
  }

  private static void misused(String why, String... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(run.toString(), ExitCode.MISUSED, run.status);
    assertTrue(run.err, run.err.contains(why));
    assertFalse(run.err, run.err.contains("Exception"));
  }
}
