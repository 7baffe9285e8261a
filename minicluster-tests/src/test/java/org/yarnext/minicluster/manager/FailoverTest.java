/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.manager;

import static org.junit.Assert.assertEquals;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.ZooKeeperNode;

/**
 * Nothing of a ResourceManager's active time outlives it: after ten transitions to standby and
 * back, with every feature on, there are as many contexts, threads, ZooKeeper sessions and MBeans
 * as after the first, and of the same names.
 *
 * <p>Not a pair in one JVM: there stock's metrics system keeps the queues of every active time.
 */
public class FailoverTest {
  private static final int FAILOVERS = 10;
  private static final long PATIENCE_MS = 60_000;
  private static final String CONTEXT =
      "org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl";
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private boolean wasMiniCluster;
  private ZooKeeperNode zooKeeper;
  private FeaturedManager manager;
  private ApplicationId application;

  @Before
  public void start() throws Exception {
    wasMiniCluster = DefaultMetricsSystem.inMiniClusterMode();
    DefaultMetricsSystem.setMiniClusterMode(false); // as in a daemon's own process
    Path base = Files.createDirectories(new File("target", "clusters").toPath().toAbsolutePath());
    Path dir = Files.createTempDirectory(base, "failover-");
    zooKeeper = ZooKeeperNode.start(dir.resolve("zookeeper"));
    Configuration site = FeaturedManager.configuration(zooKeeper.address(), dir);
    manager = FeaturedManager.start(FeaturedManager.ofPair(site, "rm1"));
    manager.becomeActive();
    work();
    application = manager.submit("alice", "default").getApplicationId();
  }

  @After
  public void stop() {
    manager.stop();
    zooKeeper.close();
    DefaultMetricsSystem.setMiniClusterMode(wasMiniCluster);
  }

  /** Has every feature do something. */
  private void work() throws Exception {
    for (int i = 0; i < 3; i++) {
      manager.register("host" + i);
    }
    if (application != null) {
      ApplicationAttemptId attempt = manager.awaitLaunched(application);
      manager.registerMaster(attempt);
      manager.allocate(attempt, 0, 2);
      manager.allocate(attempt, 1, 0);
    }
    for (String source : FeaturedManager.SOURCES) {
      Await.until(
          () -> source + " among " + beans(),
          PATIENCE_MS,
          () -> beans().stream().anyMatch(name -> name.contains("name=" + source + ",")));
    }
  }

  private void failOver() throws Exception {
    manager.becomeStandby();
    manager.becomeActive();
    work();
  }

  private static Set<String> beans() {
    return BEANS.queryNames(null, null).stream()
        .filter(name -> name.getDomain().equals("Hadoop"))
        .map(ObjectName::getCanonicalName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Live objects by class after a collection of garbage, which the histogram makes. */
  private static Map<String, Long> instances() throws Exception {
    String histogram =
        (String)
            BEANS.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    Map<String, Long> counts = new TreeMap<>();
    for (String line : histogram.split("\n")) {
      String[] columns = line.trim().split("\\s+");
      if (columns.length >= 4
          && (columns[3].equals(CONTEXT) || columns[3].startsWith("org.yarnext."))) {
        counts.merge(columns[3], Long.parseLong(columns[1]), Long::sum);
      }
    }
    return counts;
  }

  private static Map<String, Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(thread -> thread.getName().replaceAll("@.*", "").replaceAll("\\d+", "#"))
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }

  @Test
  public void nothingOutlivesAnActiveTime() throws Exception {
    failOver();
    final Map<String, Long> instances = instances();
    final Map<String, Long> threads = threads();
    final long sessions = zooKeeper.sessions();
    final Set<String> beans = beans();
    for (int i = 0; i < FAILOVERS; i++) {
      failOver();
    }
    assertEquals("MBeans", String.join("\n", beans), String.join("\n", beans()));
    Await.until(
        () -> "ZooKeeper sessions, " + sessions + " before: " + zooKeeper.sessions(),
        PATIENCE_MS,
        () -> zooKeeper.sessions() <= sessions);
    Await.until(
        () -> "threads, more by now: " + more(threads, threads(), 1),
        PATIENCE_MS,
        () -> more(threads, threads(), 1).isEmpty());
    Map<String, Long> now = instances();
    assertEquals("contexts", instances.get(CONTEXT), now.get(CONTEXT));
    assertEquals("one or more each time", "{}", more(instances, now, FAILOVERS).toString());
  }

  private static Map<String, String> more(
      Map<String, Long> before, Map<String, Long> now, long atLeast) {
    Map<String, String> more = new TreeMap<>();
    now.forEach(
        (name, count) -> {
          long had = before.getOrDefault(name, 0L);
          if (count >= had + atLeast) {
            more.put(name, had + " -> " + count);
          }
        });
    return more;
  }
}
