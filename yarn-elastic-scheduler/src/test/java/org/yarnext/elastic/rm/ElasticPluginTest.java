// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.log4j.Level;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;
import org.yarnext.elastic.policy.timeline.queue.JobOrder;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.host.SchedulerRules;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.world.SchedulerKind;

/** Modes, processors and failures at the start. */
public class ElasticPluginTest extends ElasticPluginTestBase {
  public ElasticPluginTest(SchedulerKind kind) {
    super(kind);
  }

  @Test
  public void modeIsOffByDefault() throws Exception {
    conf.unset("yarn.elastic.mode");
    make();
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void invalidValueLeavesTheSchedulerStock() throws Exception {
    conf.set("yarn.elastic.claims.queues", "root.a:perhaps");
    make();
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void unknownKeyDoesNotDisableTheModule() throws Exception {
    conf.set("yarn.elastic.modus", "on");
    make();
    assertNotNull(world.module());
  }

  @Test
  public void shadowModeNeedsNoProcessor() throws Exception {
    conf.set("yarn.elastic.mode", "shadow");
    conf.unset(YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS);
    make();
    assertNotNull(world.module());
  }

  @Test
  public void otherProcessorsAreAllowed() throws Exception {
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        ElasticAmsProcessor.class.getName() + " , org.example.Other");
    make();
    assertNotNull(world.module());
  }

  @Test
  public void failedComponentCreationLeavesTheSchedulerStock() throws Exception {
    world =
        World.withComponents(
            kind,
            conf,
            configuration -> {
              throw new NoClassDefFoundError("gone");
            });
    assertNull(world.module());
    assertTrue(placeOne().isEmpty());
  }

  @Test
  public void componentsStopAlthoughTheGuardIsTripped() throws Exception {
    AtomicInteger stopped = new AtomicInteger();
    world = World.asConfigured(kind, conf, rounds(stopped), true);
    world.trip();
    world.close();
    world = null;
    assertEquals("both threads", 2, stopped.get());
    assertNull("and the rest", DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
  }

  /** A daemon whose threads cannot be ended. */
  private static ElasticHost rounds(AtomicInteger stopped) {
    return new ElasticHost() {
      @Override
      public long nowMs() {
        return DAEMON.nowMs();
      }

      @Override
      public long nanoTime() {
        return DAEMON.nanoTime();
      }

      @Override
      public long startedMs(RMContainer container) {
        return DAEMON.startedMs(container);
      }

      @Override
      public ProfileSource profiles() {
        return null;
      }

      @Override
      public Rounds repeat(String name, Runnable work, long intervalMs) {
        return new Rounds() {
          @Override
          public void once(Runnable early, long delayNanos) {
            // nothing is done
          }

          @Override
          public void end() {
            stopped.incrementAndGet();
            throw new IllegalStateException("broken");
          }
        };
      }
    };
  }

  private static void write(File file, String minPercent) throws Exception {
    String xml =
        "<configuration><property><name>yarn.elastic.min-memory-percent</name><value>"
            + minPercent
            + "</value></property></configuration>";
    Files.write(file.toPath(), xml.getBytes(UTF_8));
  }

  /** The least memory that one of an application's tasks is given, which all ask for 1,024 MB. */
  private long grantedMb(int number) {
    NodeId node = world.addNode("10.0.0." + number, 1024 + 256 + 768, 8);
    ApplicationAttemptId job = world.run(number, "a", "MAPREDUCE");
    world.request(job, 20, 1024, 1, 6);
    for (int i = 0; i < 2; i++) {
      world.estimate();
      world.heartbeats(4);
    }
    List<Container> got = world.take(job);
    world.finish(job);
    world.removeNode(node);
    return got.stream().mapToLong(c -> c.getResource().getMemorySize()).min().getAsLong();
  }

  /** Starts a scheduler with its own components, and returns the file with its live keys. */
  private File startWithSite() throws Exception {
    File site = File.createTempFile("site", ".xml");
    site.deleteOnExit();
    write(site, "30");
    conf.addResource(site.toURI().toURL());
    conf.set("yarn.elastic.heap.floor", "16");
    world =
        World.withComponents(
            kind,
            conf,
            configuration ->
                ElasticComponents.configured(
                    configuration,
                    new SchedulerRules(JobOrder.FAIR, 1, true),
                    true,
                    ElasticHost.DAEMON));
    world.tags(
        Collections.singleton("yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3"));
    world.addBallast();
    return site;
  }

  @Test
  public void queueRefreshReloadsValidLiveKeys() throws Exception {
    File site = startWithSite();
    assertEquals(512, grantedMb(1));
    write(site, "60");
    world.scheduler.reinitialize(conf, world.context);
    assertEquals(768, grantedMb(2));
    write(site, "0");
    world.scheduler.reinitialize(conf, world.context);
    assertEquals(768, grantedMb(3));
    write(site, "30");
    world.scheduler.reinitialize(conf, null); // as stock's own tests call it
    assertEquals(512, grantedMb(4));
    assertEquals(0, world.count("GuardFailures"));
  }

  private static int put(HttpServer2 server, String json) throws Exception {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    HttpURLConnection connection =
        (HttpURLConnection)
            new URL(
                    "http://localhost:"
                        + server.getConnectorAddress(0).getPort()
                        + "/yarnext/settings?user.name="
                        + user)
                .openConnection();
    connection.setRequestMethod("PUT");
    connection.setRequestProperty("X-XSRF-HEADER", "");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    connection.getOutputStream().write(json.getBytes(UTF_8));
    return connection.getResponseCode();
  }

  @Test
  public void aLiveValueWinsOverARefreshUntilItIsTakenBack() throws Exception {
    startWithSite();
    HttpServer2 server =
        new HttpServer2.Builder()
            .setName("yarn")
            .setConf(conf)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    try (LogLines audit = new LogLines(RMAuditLogger.class.getName(), Level.INFO)) {
      assertEquals(512, grantedMb(1));
      assertEquals(200, put(server, "{\"yarn.elastic.min-memory-percent\": 60}"));
      assertEquals(768, grantedMb(2));
      world.scheduler.reinitialize(conf, world.context);
      assertEquals("the file says 30", 768, grantedMb(3));
      assertEquals(400, put(server, "{\"yarn.elastic.min-memory-percent\": 0}"));
      assertEquals(409, put(server, "{\"yarn.elastic.policy\": \"algorithm-1\"}"));
      assertEquals(200, put(server, "{\"yarn.elastic.min-memory-percent\": null}"));
      assertEquals(512, grantedMb(4));
      assertEquals(1, audit.count("yarn.elastic.min-memory-percent: 30 -> 60", "SUCCESS"));
      assertEquals(1, audit.count("yarn.elastic.min-memory-percent: 60 -> 30", "SUCCESS"));
      assertEquals(2, audit.count("OPERATION=yarnext set", "FAILURE"));
    } finally {
      server.stop();
    }
    assertEquals(0, world.count("GuardFailures"));
  }

  @Test
  public void refusedConfigurationIsShownInTheMetrics() throws Exception {
    conf.set("yarn.elastic.end-margin", "91");
    make();
    assertNull(world.module());
    assertNotNull(DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
    world.close();
    assertNull(DefaultMetricsSystem.instance().getSource("ElasticScheduler"));
    world = null;
  }

  @Test
  public void timelineAndProfilesAreShownInTheMetrics() throws Exception {
    conf.set("yarn.elastic.profiles.file", "/does/not/exist");
    makeWithProfiles();
    assertEquals(-1, world.count("TimelineAgeMillis"));
    assertEquals(1, world.count("ProfilesRefused"));
    assertTrue(
        world.module().sizer().metrics().metrics().snapshot().keySet().contains("TimelineMillis"));
  }
}
