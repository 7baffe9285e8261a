// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.explain.DaemonAuditLog;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.settings.AuditLog;
import org.yarnext.common.settings.FeatureSettings;
import org.yarnext.common.settings.SettingsRegistry;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.cluster.DaemonServer;

/** Three nodes with Hadoop's web server, and a ResourceManager that lists them. */
public class SetCommandTest {
  private static final ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode("yarn.test.mode").live();
  private static final ConfigurationKey<Integer> MAX =
      ConfigurationKey.integer("yarn.test.max", 5).between(1, 10).live();
  private static final ConfigurationKey<Integer> FIXED =
      ConfigurationKey.integer("yarn.test.fixed", 1);
  private static final ConfigurationSchema KEYS =
      ConfigurationSchema.of("test", "yarn.test.", MODE, MAX, FIXED);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final FeatureMetrics metrics = new FeatureMetrics("Mercury", "t", () -> FeatureMode.ON);
  private final Guard guard =
      new Guard(
          "t", GuardSettings.defaults().withFailures(1, Duration.ofMinutes(1)), System::nanoTime);
  private final List<HttpServer2> servers = new ArrayList<>();
  private final List<LiveConfiguration> nodes = new ArrayList<>();
  private final List<FeatureSettings> registered = new ArrayList<>();
  private final List<String> listed = new ArrayList<>();
  private DaemonServer manager;

  @Before
  public void start() throws Exception {
    DefaultMetricsSystem.initialize("settest"); // whose beans are 50 ms old at most
    metrics.attach(guard);
    metrics.register();
    for (int i = 0; i < 3; i++) {
      Configuration conf = new Configuration();
      conf.set(
          "hadoop.http.filter.initializers", "org.yarnext.common.explain.DecisionsInitializer");
      LiveConfiguration live = LiveConfiguration.read(KEYS, conf);
      AuditLog audit = DaemonAuditLog.ofNodeManager();
      SettingsRegistry.of(conf).serve("NodeManager", audit, null);
      registered.add(SettingsRegistry.of(conf).register("test", live));
      HttpServer2 server =
          new HttpServer2.Builder()
              .setName("node")
              .setConf(conf)
              .addEndpoint(URI.create("http://localhost:0"))
              .build();
      server.start();
      servers.add(server);
      nodes.add(live);
      listed.add(
          DaemonServer.node(
              "RUNNING", "n" + i + ":1", "localhost:" + server.getConnectorAddress(0).getPort()));
    }
    manager = new DaemonServer().on("/jmx", "{\"beans\":[]}");
    Configuration site = new Configuration(false);
    site.set("yarn.resourcemanager.webapp.address", manager.address());
    try (OutputStream out =
        Files.newOutputStream(folder.getRoot().toPath().resolve("yarn-site.xml"))) {
      site.writeXml(out);
    }
  }

  @After
  public void stop() throws Exception {
    registered.forEach(FeatureSettings::close);
    metrics.unregister();
    guard.close();
    DefaultMetricsSystem.shutdown();
    for (HttpServer2 server : servers) {
      server.stop();
    }
    manager.close();
  }

  private CommandRun set(String... more) {
    List<String> all = new ArrayList<>(Arrays.asList("set", "--timeout", "30", "--conf"));
    all.add(folder.getRoot().getPath());
    all.addAll(Arrays.asList(more));
    return CommandRun.of(all.toArray(new String[0]));
  }

  private CommandRun setAll(String... more) {
    manager.nodes(listed.toArray(new String[0]));
    return set(more);
  }

  private long with(FeatureMode mode) {
    return nodes.stream().filter(node -> node.current().get(MODE) == mode).count();
  }

  @Test
  public void allNodesAreChangedAndBack() {
    CommandRun run = setAll("yarn.test.mode=on", "yarn.test.max=7");
    assertEquals(run.toString(), 0, run.status);
    assertEquals(3, with(FeatureMode.ON));
    assertThat(run.out, containsString("changed"));
    assertThat(run.err, containsString("write them into yarn-site.xml"));
    CommandRun list = set("--list");
    assertEquals(list.toString(), 0, list.status);
    assertThat(list.out.replaceAll(" +", " "), containsString("yarn.test.mode on off yes "));
    assertThat(list.out, containsString("NodeManager 3"));
    CommandRun back = set("--unset", "yarn.test.mode,yarn.test.max");
    assertEquals(back.toString(), 0, back.status);
    assertEquals(3, with(FeatureMode.OFF));
    assertEquals(Integer.valueOf(5), nodes.get(0).current().get(MAX));
  }

  @Test
  public void onlyChosenNodesAreChanged() {
    assertEquals(0, setAll("--percent", "10", "yarn.test.mode=shadow").status);
    assertEquals(1, with(FeatureMode.SHADOW));
    assertEquals(0, set("--nodes", "localhost", "yarn.test.mode=on").status);
    assertEquals(3, with(FeatureMode.ON));
    assertEquals(0, set("--nodes", "LOCALHOST", "yarn.test.mode=off").status);
    assertEquals(3, with(FeatureMode.OFF));
    assertEquals(2, set("--nodes", "other", "yarn.test.mode=on").status);
  }

  @Test
  public void whatOneDaemonRefusesChangesNone() {
    CommandRun run = setAll("yarn.test.mode=on", "yarn.test.max=11");
    assertEquals(run.toString(), 1, run.status);
    assertThat(run.err, containsString("Nothing was changed: yarn.test.max=11 is outside 1..10"));
    assertEquals(3, with(FeatureMode.OFF));
    CommandRun fixed = set("yarn.test.fixed=2");
    assertEquals(1, fixed.status);
    assertThat(fixed.err, containsString("needs a restart"));
    CommandRun unknown = set("yarn.test.mod=on");
    assertEquals(1, unknown.status);
    assertThat(unknown.err, containsString("No daemon that answers has yarn.test.mod"));
    CommandRun trial = set("--dry-run", "yarn.test.mode=on");
    assertEquals(trial.toString(), 0, trial.status);
    assertThat(trial.out, containsString("would change"));
    assertEquals(3, with(FeatureMode.OFF));
  }

  @Test
  public void stagesGoOnWhileAllIsWell() {
    CommandRun run = setAll("--stages", "5,100", "--watch", "100ms", "yarn.test.mode=on");
    assertEquals(run.toString(), 0, run.status);
    assertThat(run.err, containsString("Stage 1 of 2: changed NodeManager 1, watching"));
    assertThat(run.err, containsString("Stage 2 of 2: changed NodeManager 3, watching"));
    assertEquals(3, with(FeatureMode.ON));
  }

  @Test
  public void aChangeThatTripsAGuardIsTakenBack() {
    assertEquals(0, setAll("yarn.test.mode=shadow").status);
    for (LiveConfiguration node : nodes) {
      node.addListener(
          (old, now) -> {
            if (now.get(MODE) == FeatureMode.ON) {
              guard.recordFailure("t.hook", new IllegalStateException("a test"));
            }
          });
    }
    CommandRun run = set("--stages", "5,100", "--watch", "1s", "yarn.test.mode=on");
    assertEquals(run.toString(), SetCommand.TAKEN_BACK, run.status);
    assertThat(run.err, containsString("The change was taken back: GuardTrips rose by 1"));
    assertThat(run.out, containsString("taken back"));
    assertEquals("as before the change", 3, with(FeatureMode.SHADOW));
  }

  @Test
  public void aChangeWhoseAnswerIsLostIsWatchedAndTakenBack() throws Exception {
    assertTakenBack(HttpExchange::close);
  }

  @Test
  public void aChangeThatAPartOfANodeCouldNotFollowIsWatchedAndTakenBack() throws Exception {
    assertTakenBack(
        exchange -> DaemonServer.answer(exchange, 500, "{\"problems\":[\"The port is in use.\"]}"));
  }

  /** A node changes its mode, answers so, and answers no more, as if the change had stopped it. */
  private void assertTakenBack(HttpHandler answer) throws Exception {
    AtomicReference<String> mode = new AtomicReference<>("off");
    try (DaemonServer node = new DaemonServer()) {
      node.on(
          "/jmx",
          exchange -> {
            if (mode.get().equals("on")) {
              exchange.close();
            } else {
              DaemonServer.answer(exchange, 200, "{\"beans\":[]}");
            }
          });
      node.on(
          "/yarnext/settings",
          exchange -> {
            String body = new String(IOUtils.toByteArray(exchange.getRequestBody()), UTF_8);
            boolean isChange =
                exchange.getRequestMethod().equals("PUT")
                    && !exchange.getRequestURI().toString().contains("dry-run");
            if (isChange) {
              mode.set(body.contains("\"on\"") ? "on" : "off");
            }
            if (isChange && mode.get().equals("on")) {
              answer.handle(exchange);
            } else {
              DaemonServer.answer(
                  exchange,
                  200,
                  "{\"settings\":[{\"key\":\"yarn.test.mode\",\"value\":\"off\",\"file\":\"off\","
                      + "\"live\":true}]}");
            }
          });
      listed.add(DaemonServer.node("RUNNING", "n9:1", node.address()));
      CommandRun run = setAll("--watch", "600ms", "yarn.test.mode=on");
      assertEquals(run.toString(), SetCommand.TAKEN_BACK, run.status);
      assertThat(run.err, containsString("1 changed daemons no longer answer."));
      assertEquals("off", mode.get());
      assertEquals(3, with(FeatureMode.OFF));
    }
  }

  /** A container may listen on the web port of a node that is down. */
  @Test
  public void whatANodeAnswersDoesNotControlTheTerminal() throws Exception {
    try (DaemonServer node = new DaemonServer()) {
      node.on(
          "/yarnext/settings",
          exchange ->
              DaemonServer.answer(
                  exchange,
                  exchange.getRequestMethod().equals("PUT") ? 400 : 200,
                  "{\"settings\":[{\"key\":\"yarn.test.mode\",\"value\":\"off\",\"file\":\"off\","
                      + "\"live\":true}],\"problems\":[\"\\u001b[2JAll is well.\"]}"));
      listed.add(DaemonServer.node("RUNNING", "n9:1", node.address()));
      CommandRun run = setAll("yarn.test.mode=on");
      assertEquals(run.toString(), 1, run.status);
      assertThat(run.err, containsString("Nothing was changed: ?[2JAll is well."));
      assertEquals(-1, run.out.indexOf('\u001b'));
    }
  }

  @Test
  public void aNodeThatDoesNotAnswerIsNamed() {
    listed.add(DaemonServer.node("RUNNING", "n9:1", "localhost:1"));
    CommandRun run = setAll("yarn.test.mode=on");
    assertEquals(run.toString(), 1, run.status);
    assertThat(run.err, containsString("Not reached (1): NodeManager localhost:1."));
    assertEquals(3, with(FeatureMode.ON));
  }

  @Test
  public void wrongCommandLinesAreRefused() {
    for (String[] wrong :
        new String[][] {
          {},
          {"yarn.test.mode"},
          {"=on"},
          {"a=1", "a=2"},
          {"a=1", "--unset", "a"},
          {"--list", "a=1"},
          {"a=1", "--stages", "100,5"},
          {"a=1", "--percent", "0"},
          {"a=1", "--percent", "5", "--role", "resourcemanager"},
          {"a=1", "--watch", "soon"},
          {"a=1", "--watch", "-5s"},
        }) {
      CommandRun run = set(wrong);
      assertEquals(Arrays.toString(wrong) + run, 2, run.status);
    }
  }
}
