// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.CoreMatchers.not;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.cluster.DaemonServer;

/** A node with Hadoop's web server and a real bean, and a ResourceManager that lists it. */
public class StatusCommandTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final FeatureMetrics metrics =
      new FeatureMetrics("Mercury", "test", () -> FeatureMode.ON);
  private long waitMs = 4321;
  private DaemonServer manager;
  private HttpServer2 node;
  private String nodeAddress;

  @Before
  public void start() throws IOException {
    DefaultMetricsSystem.initialize("NodeManager");
    metrics.gauge("QueueWaitMillis", "Estimated wait", () -> waitMs);
    metrics.register();
    node =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(new Configuration())
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    node.start();
    nodeAddress = "localhost:" + node.getConnectorAddress(0).getPort();
    manager = new DaemonServer().on("/jmx", "{\"beans\":[]}");
    Configuration site = new Configuration(false);
    site.set("yarn.resourcemanager.webapp.address", manager.address());
    write(site);
  }

  private void write(Configuration site) throws IOException {
    try (OutputStream out = Files.newOutputStream(conf().resolve("yarn-site.xml"))) {
      site.writeXml(out);
    }
  }

  private Path conf() {
    return folder.getRoot().toPath();
  }

  @After
  public void stop() throws Exception {
    metrics.unregister();
    DefaultMetricsSystem.shutdown();
    node.stop();
    manager.close();
  }

  private CommandRun run(String command, String... more) {
    String[] all = new String[5 + more.length];
    all[0] = command;
    all[1] = "--conf";
    all[2] = conf().toString();
    all[3] = "--timeout";
    all[4] = "30";
    System.arraycopy(more, 0, all, 5, more.length);
    return CommandRun.of(all);
  }

  @Test
  public void aHealthyClusterIsShown() {
    manager.nodes(DaemonServer.node("RUNNING", "n1:1", nodeAddress));
    CommandRun run = run("status");
    assertEquals(run.toString(), 0, run.status);
    assertThat(run.out, containsString("Healthy: ResourceManager 1, NodeManager 1"));
    assertThat(run.out, containsString("mercury Mercury"));
    assertThat(run.out, containsString("Mercury QueueWaitMillis"));
    assertThat(run.out, containsString("4321"));
    assertThat(run.out, containsString(nodeAddress));
    assertThat(run("status", "--feature", "elastic").out, not(containsString("Mercury")));
    assertEquals(2, run("status", "--feature", "turbo").status);
    assertEquals(2, run("top", "--interval", "0").status);
    String nodes = run("status", "--nodes").out.replaceAll(" +", " ");
    assertThat(nodes, containsString("NodeManager " + nodeAddress + " "));
    assertThat(nodes, containsString(" 0 4321 0 Mercury on"));
  }

  @Test
  public void jsonHasTheSame() throws Exception {
    manager.nodes(DaemonServer.node("RUNNING", "n1:1", nodeAddress));
    JsonNode json = new ObjectMapper().readTree(run("status", "--format", "json").out);
    assertEquals(0, json.path("status").asInt(-1));
    JsonNode bean = json.path("features").path(0);
    assertEquals("on", bean.path("mode").asText());
    assertEquals(4321, bean.path("metrics").path("QueueWaitMillis").asLong());
  }

  @Test
  public void nodesThatAreGoneOrIllAreNamed() {
    manager.nodes(
        DaemonServer.node("RUNNING", "n1:1", nodeAddress),
        DaemonServer.node("RUNNING", "n2:1", "localhost:1"),
        DaemonServer.node("LOST", "n3:1", ""),
        DaemonServer.node("UNHEALTHY", "n4:1", ""));
    CommandRun run = run("status");
    assertEquals(run.toString(), 1, run.status);
    assertThat(run.out, containsString("Warnings: "));
    assertThat(run.out, containsString("WARNING n3:1: The node is LOST."));
    assertThat(run.out, containsString("WARNING n4:1: The node is UNHEALTHY."));
    assertThat(run.out, containsString("Not reached (1): NodeManager localhost:1."));
    assertThat(run.out, not(containsString("\tat ")));
  }

  /** A container may listen on the web port of a node that is down. */
  @Test
  public void whatANodeAnswersDoesNotControlTheTerminal() throws Exception {
    String versions = "/lib/yarnext-common-\\u001b[2J.jar";
    String page =
        "{\"beans\":[{\"name\":\"java.lang:type=Runtime\",\"ClassPath\":\"" + versions + "\"}]}";
    try (DaemonServer imposter = new DaemonServer().on("/jmx", page)) {
      manager.nodes(
          DaemonServer.node("RUNNING", "n1:1", imposter.address()),
          DaemonServer.node("RUNNING", "n2:1", "\\u001b[3J:1"));
      CommandRun run = run("status");
      assertThat(run.out, containsString("yarnext ?[2J"));
      assertThat(run.out, containsString("Not reached (1): NodeManager ?[3J:1."));
      assertEquals(run.toString(), -1, run.out.indexOf('\u001b'));
    }
  }

  @Test
  public void aClusterThatDoesNotAnswerIsAnError() throws Exception {
    Configuration site = new Configuration(false);
    site.set("yarn.resourcemanager.webapp.address", "localhost:1");
    write(site);
    CommandRun run = run("status");
    assertEquals(run.toString(), 2, run.status);
    assertThat(run.out, containsString("Errors: no daemon answers"));
    assertThat(run.out, containsString("No ResourceManager answers."));
    CommandRun top = run("top", "--iterations", "1");
    assertEquals(1, top.status);
    assertThat("the reason", top.out, containsString("cannot be reached"));
  }

  @Test
  public void topShowsBlocksAndEnds() {
    manager.nodes(DaemonServer.node("RUNNING", "n1:1", nodeAddress));
    CommandRun run = run("top", "--iterations", "2", "--interval", "1");
    assertEquals(run.toString(), 0, run.status);
    assertEquals(run.out, 3, run.out.split("2 daemons answer", -1).length);
    assertThat(run.out, containsString("Mercury QueueWaitMillis"));
    assertThat("no terminal", run.out, not(containsString("\u001b")));
  }
}
