// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * Nothing of a ResourceManager's active time outlives it: in a pair with every feature on, after
 * ten transitions each of the two has as many contexts, threads and MBeans as after the first, of
 * the same names, and ZooKeeper has as many sessions.
 */
public class FailoverTest {
  private static final int TRANSITIONS = 10;
  private static final long PATIENCE_MS = 60_000;
  private static final String NOTHING = "";

  /** How often the same must be seen before it counts as settled. */
  private static final int LOOKS = 5;

  /**
   * Parts of others that count themselves: one guard has a few of the first from calls that may
   * come late, and one decision has some of the second.
   */
  private static final Set<String> PARTS =
      new TreeSet<>(
          Arrays.asList(
              "org.yarnext.common.guard.HookCounters",
              "org.yarnext.common.decision.DecisionInputs"));

  private static final String CONTEXT =
      "org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl";

  private ZooKeeperNode zooKeeper;
  private ManagerProcess active;
  private ManagerProcess standby;
  private SimulatedMaster master;

  @Before
  public void start() throws Exception {
    Path base = Files.createDirectories(new File("target", "clusters").toPath().toAbsolutePath());
    Path dir = Files.createTempDirectory(base, "failover-");
    zooKeeper = ZooKeeperNode.start(dir.resolve("zookeeper"));
    Configuration site = ManagerProcess.featured(zooKeeper.address());
    site.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    site.set(YarnConfiguration.RM_STORE, ZKRMStateStore.class.getName());
    Configuration[] pair = ManagerProcess.pair(site);
    Configuration queues = new Configuration(false);
    queues.set("yarn.scheduler.capacity.root.queues", "default");
    queues.set("yarn.scheduler.capacity.root.default.capacity", "100");
    active = new ManagerProcess("rm1", dir.resolve("rm1"), pair[0], queues);
    standby = new ManagerProcess("rm2", dir.resolve("rm2"), pair[1], queues);
    active.start();
    standby.start();
    active.awaitReady();
    standby.awaitReady();
    active.becomeActive();
    master = SimulatedMaster.submit(active, "alice", "default");
    work();
  }

  @After
  public void stop() {
    for (ManagerProcess each : new ManagerProcess[] {active, standby}) {
      if (each != null) {
        each.close();
      }
    }
    if (zooKeeper != null) {
      zooKeeper.close();
    }
  }

  /** Makes every feature act. */
  private void work() throws Exception {
    ResourceTracker tracker = SimulatedNodeManager.tracker(active);
    for (int i = 1; i <= 3; i++) {
      SimulatedNodeManager.register(tracker, "10.0.0." + i, Resource.newInstance(65_536, 64));
    }
    master.allocate(Collections.singletonList(SimulatedMaster.ask(2)));
    master.allocate(Collections.emptyList());
    for (String source : ManagerProcess.SOURCES) {
      Await.until(
          () -> source + active.tail(),
          PATIENCE_MS,
          () ->
              !active
                  .beans()
                  .queryNames(new ObjectName("Hadoop:*,name=" + source), null)
                  .isEmpty());
    }
  }

  private void failOver() throws Exception {
    active.becomeStandby();
    standby.becomeActive();
    ManagerProcess next = standby;
    standby = active;
    active = next;
    master.register(active);
    work();
  }

  /** State of a ResourceManager. */
  private static final class Possessions {
    private final Map<String, Long> instances;
    private final Map<String, Long> threads;

    /** MBeans of Hadoop, each with the names of its metrics. */
    private final Set<String> beans;

    private Possessions(ManagerProcess manager) throws Exception {
      MBeanServerConnection server = manager.beans();
      instances = instances(server);
      threads = threads(server);
      beans = new TreeSet<>();
      for (ObjectName name : server.queryNames(new ObjectName("Hadoop:*"), null)) {
        String metrics =
            Arrays.stream(server.getMBeanInfo(name).getAttributes())
                .map(attribute -> attribute.getName())
                // These are there from the first call or decision on, which may come late.
                .filter(metric -> !metric.startsWith("Hook_") && !metric.startsWith("Decision_"))
                // Hadoop's RPC shows an exception once a call has failed of it, as one does that
                // comes before an application's attempt is known.
                .filter(metric -> !metric.contains("Exception"))
                .sorted()
                .collect(Collectors.joining(" "));
        beans.add(name.getCanonicalName() + " " + metrics);
      }
    }

    private Long contexts() {
      return instances.get(CONTEXT);
    }

    private boolean isLike(Possessions other) {
      return other != null
          && beans.equals(other.beans)
          && Objects.equals(contexts(), other.contexts());
    }

    /** Live objects by class after a collection of garbage, which the histogram makes. */
    private static Map<String, Long> instances(MBeanServerConnection server) throws Exception {
      String histogram =
          (String)
              server.invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "gcClassHistogram",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      Map<String, Long> counts = new TreeMap<>();
      for (String line : histogram.split("\n")) {
        String[] columns = line.trim().split("\\s+");
        if (columns.length >= 4
            && (columns[3].equals(CONTEXT) || columns[3].startsWith("org.yarnext."))
            && !PARTS.contains(columns[3])) {
          counts.merge(columns[3], Long.parseLong(columns[1]), Long::sum);
        }
      }
      return counts;
    }

    /** But for those that answer us here. */
    private static Map<String, Long> threads(MBeanServerConnection server) throws IOException {
      ThreadMXBean threads =
          ManagementFactory.newPlatformMXBeanProxy(
              server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
      return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
          .filter(Objects::nonNull)
          .map(ThreadInfo::getThreadName)
          .filter(name -> !name.startsWith("RMI ") && !name.startsWith("JMX "))
          .map(name -> name.replaceAll("@.*", "").replaceAll("\\d+", "#"))
          .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }
  }

  @Test
  public void nothingSurvivesAnActiveResourceManager() throws Exception {
    failOver();
    failOver(); // so that both were active and standby
    final Possessions activeBefore = settled(active);
    final Possessions standbyBefore = settled(standby);
    final long sessions = zooKeeper.sessions();
    for (int i = 0; i < TRANSITIONS; i++) {
      failOver();
    }
    assertSame("active", activeBefore, active);
    assertSame("standby", standbyBefore, standby);
    Await.until(
        () -> "ZooKeeper sessions, " + sessions + " before: " + zooKeeper.sessions(),
        PATIENCE_MS,
        () -> zooKeeper.sessions() <= sessions);
  }

  /** Returns what a ResourceManager has a moment after a transition, when that does not change. */
  private static Possessions settled(ManagerProcess manager) {
    Possessions[] last = new Possessions[1];
    int[] looks = new int[1];
    Await.until(
        () -> "MBeans and contexts not to change any more" + manager.tail(),
        PATIENCE_MS,
        () -> {
          Possessions now = new Possessions(manager);
          looks[0] = now.isLike(last[0]) ? looks[0] + 1 : 0;
          last[0] = now;
          return looks[0] == LOOKS;
        });
    return last[0];
  }

  private static void assertSame(String which, Possessions before, ManagerProcess manager)
      throws Exception {
    String[] different = new String[1];
    Await.until(
        () -> which + ": " + different[0],
        PATIENCE_MS,
        () -> {
          different[0] = differences(before, new Possessions(manager));
          return different[0].equals(NOTHING);
        });
  }

  /** Returns what there is more of, and what of the MBeans has changed. */
  private static String differences(Possessions before, Possessions now) {
    Map<String, String> threads = more(before.threads, now.threads, 1);
    // One or more each time; of contexts not a single one.
    Map<String, String> instances = more(before.instances, now.instances, TRANSITIONS / 2);
    return (threads.isEmpty() ? NOTHING : "more threads: " + threads + "\n")
        + (before.beans.equals(now.beans)
            ? NOTHING
            : String.join("\n", before.beans) + "\nare now\n" + String.join("\n", now.beans) + "\n")
        + (Objects.equals(before.contexts(), now.contexts())
            ? NOTHING
            : "contexts: " + before.contexts() + " -> " + now.contexts() + "\n")
        + (instances.isEmpty() ? NOTHING : "more instances: " + instances);
  }

  private static Map<String, String> more(
      Map<String, Long> before, Map<String, Long> now, long atLeast) {
    Map<String, String> more = new TreeMap<>();
    now.forEach(
        (name, count) -> {
          // A guard starts its thread with its first call, which may come late.
          long least = name.contains("-guard-") ? 1 : 0;
          long had = Math.max(least, before.getOrDefault(name, 0L));
          if (count >= had + atLeast) {
            more.put(name, had + " -> " + count);
          }
        });
    return more;
  }
}
