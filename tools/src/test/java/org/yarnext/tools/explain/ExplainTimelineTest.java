// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.explain.DecisionsInitializer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.policy.ElasticReason;
import org.yarnext.elastic.policy.heap.HeapReason;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;
import org.yarnext.orchestrator.policy.actuation.PlanReason;
import org.yarnext.orchestrator.policy.balance.BalanceReason;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cluster.DaemonServer;

/**
 * One container in one time line: the decisions of a real endpoint, between what a ResourceManager
 * and a NodeManager of Hadoop 3.4.2 answered (the files in explain/, recorded from their REST
 * services).
 */
public class ExplainTimelineTest {
  private static final String APPLICATION = "application_1700000000000_0042";
  private static final String ATTEMPT = "appattempt_1700000000000_0042_000001";
  private static final String CONTAINER = "container_1700000000000_0042_01_000003";
  private static final String MASTER = "container_1700000000000_0042_01_000001";
  private static final String OTHER = "container_1700000000000_0042_01_000007";
  private static final String APP_PATH = "/ws/v1/cluster/apps/" + APPLICATION;
  private static final Path PAGE = Paths.get("..", "docs", "how-to", "read-a-decision.md");
  private static final long START_MS = 1_700_000_000_000L;
  private static final int MAX_LINE = 118;

  private final List<DecisionLog> logs = new ArrayList<>();
  private final TimeZone zone = TimeZone.getDefault();
  private HttpServer2 decisions;
  private DaemonServer rm;
  private DaemonServer nm;
  private String endpoint;

  @Before
  public void start() throws IOException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Configuration conf = new Configuration();
    conf.set("hadoop.http.filter.initializers", DecisionsInitializer.class.getName());
    decisions =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    decisions.start();
    endpoint = "localhost:" + decisions.getConnectorAddress(0).getPort();
    rm =
        new DaemonServer()
            .on(APP_PATH, file("rm-app.json"))
            .on(APP_PATH + "/appattempts", file("rm-attempts.json"))
            .on(APP_PATH + "/appattempts/" + ATTEMPT + "/containers", file("rm-containers.json"))
            .on(
                APP_PATH + "/appattempts/" + ATTEMPT + "/containers/" + CONTAINER,
                file("rm-container.json"));
    nm = nodeManager(file("nm-logs.json"));
  }

  private static DaemonServer nodeManager(String logs) throws IOException {
    return new DaemonServer()
        .on("/ws/v1/node/containers/" + CONTAINER, file("nm-container.json"))
        .on("/ws/v1/node/containers/" + CONTAINER + "/logs", logs)
        .on("/ws/v1/node/containers/" + MASTER, file("nm-container.json"))
        .on("/ws/v1/node/containers/" + MASTER + "/logs", logs)
        .on("/ws/v1/node/containers/" + MASTER + "/logs/syslog", file("master-syslog.txt"));
  }

  @After
  public void stop() throws Exception {
    TimeZone.setDefault(zone);
    logs.forEach(DecisionLog::close);
    decisions.stop();
    rm.close();
    nm.close();
  }

  private static String file(String name) throws IOException {
    try (InputStream in = ExplainTimelineTest.class.getResourceAsStream("/explain/" + name)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      IOUtils.copyBytes(in, bytes, 4096, false);
      return new String(bytes.toByteArray(), UTF_8);
    }
  }

  private DecisionLog log(String daemon, String name, FeatureMode mode) {
    DecisionLog log =
        new DecisionLog(
            new FeatureMetrics("ExplainTimelineTest" + name, "Test", () -> mode),
            mode,
            daemon,
            name);
    log.register(new Configuration(false));
    logs.add(log);
    return log;
  }

  private void decide() {
    DecisionLog elastic = log("ResourceManager", "ElasticSchedulerDecisions", FeatureMode.ON);
    DecisionLog heap = log("NodeManager", "ElasticHeapDecisions", FeatureMode.ON);
    DecisionLog global = log("ResourceManager", "MrOrchestratorGlobalDecisions", FeatureMode.ON);
    DecisionLog node = log("NodeManager", "MrOrchestratorDecisions", FeatureMode.ON);
    DecisionLog hybrid = log("ResourceManager", "MercuryHybridDecisions", FeatureMode.SHADOW);
    hybrid.explain(
        START_MS + 2_100,
        ATTEMPT,
        Decision.of(8, RequestReason.REQUEST_SPLIT_BY_SHARE).with("new", 10));
    elastic.explain(
        START_MS + 3_290,
        CONTAINER + " on node7:8041",
        Decision.of(768L, ElasticReason.ELASTIC_PLACED)
            .with("askedMb", 1_024)
            .with("minMb", 512)
            .with("freeMb", 768)
            .with("taskEndMs", START_MS + 12_000)
            .with("jobEndMs", START_MS + 47_547)
            .with("grantedMb", 768));
    heap.explain(
        START_MS + 4_540,
        CONTAINER,
        Decision.of(1, HeapReason.HEAP_SHRUNK).with("heapMb", 819).with("smallerHeapMb", 563));
    global.explain(
        START_MS + 20_000,
        OTHER,
        Decision.of(1, BalanceReason.BALANCE_APPROVED)
            .with("kind", "CPU")
            .with("wantedMillicores", 1400.0)
            .with("grantedMillicores", 250.0)
            .with("donors", CONTAINER));
    global.explain(
        START_MS + 20_000,
        CONTAINER,
        Decision.of(1, BalanceReason.BALANCE_GIVES_EXCESS)
            .with("kind", "CPU")
            .with("allocatedMillicores", 1000.0)
            .with("usedMillicores", 412.5)
            .with("givenMillicores", 250.0));
    node.explain(
        START_MS + 20_450,
        CONTAINER,
        Decision.of(1, PlanReason.PLAN_LOWERED)
            .with("kind", "CPU")
            .with("allocatedMillicores", 1000.0)
            .with("entitledMillicores", 1000.0)
            .with("amountMillicores", 750.0));
  }

  private CommandRun explain(String... more) {
    List<String> line = new ArrayList<>();
    line.add("explain");
    line.add("--daemon");
    line.add(endpoint + "," + rm.address() + "," + nm.address());
    for (String each : more) {
      line.add(each);
    }
    return CommandRun.of(line.toArray(new String[0]));
  }

  /** The text with names for the test's addresses; the state now has no fixed time. */
  private String named(String out) {
    return out.replace("ResourceManager " + endpoint, "ResourceManager rm1:8088")
        .replace("NodeManager " + endpoint, "NodeManager node7:8042")
        .replace("daemon " + rm.address(), "ResourceManager rm1:8088")
        .replace("daemon " + nm.address(), "NodeManager node7:8042")
        .replace("on " + nm.address(), "on node7:8042")
        .replaceAll(
            "(?m)^20[2-9]\\d-\\d\\d-\\d\\d (\\S+)(.*is there now)", "2023-11-14 22:13:50.000$2")
        .replaceAll("(?m)\\s+$", "");
  }

  @Test
  public void decisionsStandBetweenWhatYarnReports() throws Exception {
    decide();
    CommandRun run = explain(CONTAINER);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertEquals(file("timeline.txt").trim(), named(run.out));
    String page = new String(Files.readAllBytes(PAGE), UTF_8);
    assertTrue(PAGE + " shows another text", page.contains(shortened(run.out)));
  }

  /** The text as the page shows it: without the day, in lines of at most 118 characters. */
  private String shortened(String out) {
    StringBuilder page = new StringBuilder();
    for (String line : named(out).replaceAll("2023-11-14 ", "").split("\n")) {
      String rest = line;
      while (rest.length() > MAX_LINE) {
        int end = rest.lastIndexOf(' ', MAX_LINE);
        page.append(rest, 0, end).append('\n');
        rest = "      " + rest.substring(end + 1);
      }
      page.append(rest).append('\n');
    }
    return page.toString();
  }

  @Test
  public void startAndStopBeyondTheAllocationAreInTheTimeline() {
    DecisionLog node = log("NodeManager", "MercuryDecisions", FeatureMode.ON);
    List<String> started = Collections.singletonList(CONTAINER);
    node.explain(
        START_MS + 4_540,
        CONTAINER,
        Decision.of(started, OverallocationReason.OVERALLOCATION_STARTED)
            .with("roomMemoryMb", 3_276)
            .with("freeMemoryMb", 0));
    node.explain(
        START_MS + 30_000,
        CONTAINER,
        Decision.of(started, OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST)
            .with("availableMemoryMb", 1_024)
            .with("needMemoryMb", 614));
    String out = named(explain(CONTAINER).out);
    String start =
        "OVERALLOCATION_STARTED: Started beyond the node's allocation, in room that other"
            + " containers do not use. (roomMemory=3276 MB, freeMemory=0 MB)\n"
            + "    Without it: Stock lets the container wait until allocated room is free.";
    String stop =
        "OVERALLOCATION_LEAST_WORK_LOST: Stopped because memory ran short: least work lost."
            + " (availableMemory=1024 MB, needMemory=614 MB)\n"
            + "    Without it: Stock never starts containers beyond the allocation.";
    assertTrue(out, out.contains(start));
    assertTrue(out, out.indexOf(stop) > out.indexOf(start));
  }

  @Test
  public void jsonIsOneObjectWithTheSameTimeline() throws Exception {
    decide();
    CommandRun run = explain("--format", "json", CONTAINER);
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    JsonNode json = new ObjectMapper().readTree(run.out);
    assertEquals(1, json.path("format").asInt());
    assertEquals(CONTAINER, json.path("id").asText());
    assertTrue(json.path("found").asBoolean());
    assertEquals("alice", json.path("application").path("user").asText());
    assertEquals(3, json.path("daemons").size());
    assertTrue("the others show no decisions", json.path("daemons").get(1).has("error"));
    StringBuilder reasons = new StringBuilder();
    long beforeMs = 0;
    for (JsonNode entry : json.path("timeline")) {
      reasons.append(entry.path("reason").asText()).append(' ');
      assertTrue(run.out, entry.path("timeMs").asLong() >= beforeMs);
      beforeMs = entry.path("timeMs").asLong();
    }
    assertEquals(
        "APPLICATION_SUBMITTED ATTEMPT_STARTED APPLICATION_LAUNCHED REQUEST_SPLIT_BY_SHARE"
            + " CONTAINER_ALLOCATED ELASTIC_PLACED MASTER_LOG MASTER_LOG MASTER_LOG HEAP_SHRUNK"
            + " CONTAINER_STARTED BALANCE_APPROVED BALANCE_GIVES_EXCESS PLAN_LOWERED"
            + " CONTAINER_STATE ",
        reasons.toString());
    JsonNode shadow = json.path("timeline").get(3);
    assertEquals("shadow", shadow.path("mode").asText());
    assertEquals("Stock leaves all of them guaranteed.", shadow.path("stock").asText());
    assertEquals(10, shadow.path("inputs").path("new").asInt());
    assertEquals("orchestrator", json.path("summary").get(0).path("about").asText());
    assertFalse("messages are apart", run.err.isEmpty());
  }

  /** YARN writes the times of log files in the words of the NodeManager's language. */
  @Test
  public void aNodeManagerInAnotherLanguageHidesOnlyTheStart() throws Exception {
    String files = file("nm-logs.json");
    String foreign =
        files.replaceAll(
            "Tue Nov 14 (\\S+) \\+0000 2023", "\u0e2d. \u0e1e.\u0e22. 14 $1 +0000 2023");
    assertNotEquals(files, foreign);
    nm.close();
    nm = nodeManager(foreign);
    decide();
    String before = file("timeline.txt").trim();
    List<String> left = new ArrayList<>(Arrays.asList(before.split("\n")));
    assertTrue(before, left.removeIf(line -> line.contains("started its command")));
    assertEquals(String.join("\n", left), named(explain(CONTAINER).out));
  }

  @Test
  public void logOfTheMasterIsNamed() throws Exception {
    decide();
    String log =
        "http://node3:8042/node/containerlogs/container_1700000000000_0042_01_000001/alice";
    String app =
        file("rm-app.json").replace("\"user\"", "\"amContainerLogs\":\"" + log + "\",\"user\"");
    try (DaemonServer other = new DaemonServer().on(APP_PATH, app)) {
      CommandRun run =
          CommandRun.of("explain", "--daemon", endpoint + "," + other.address(), APPLICATION);
      assertTrue(
          run.out, run.out.contains("The Application Master's own log was not read: " + log));
    }
  }

  @Test
  public void jsonIsCompleteIfNothingIsKnown() throws Exception {
    CommandRun run = explain("--format", "json", "application_1700000000000_0043");
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    JsonNode json = new ObjectMapper().readTree(run.out);
    assertFalse(json.path("found").asBoolean());
    assertEquals(0, json.path("timeline").size());
    assertEquals(0, json.path("application").size());
  }

  @Test
  public void withoutDecisionsWhatYarnReportsIsShownAndWhoWasAsked() {
    CommandRun run = explain(CONTAINER);
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    assertTrue(run.out, run.out.contains(CONTAINER + " was allocated."));
    assertTrue(run.out, run.out.contains("No decision about " + CONTAINER + " is known to "));
    assertTrue(
        run.out,
        run.out.contains(
            "Asked: daemon " + endpoint + ", daemon " + rm.address() + ", daemon " + nm.address()));
    assertTrue(run.out, run.out.contains("What to do: "));
  }
}
