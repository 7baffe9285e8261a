// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.JmxPage;

public class WatchVerdictTest {
  private static final ClusterDaemon A =
      new ClusterDaemon(ClusterDaemon.Kind.NODE_MANAGER, "a:8042");
  private static final ClusterDaemon B =
      new ClusterDaemon(ClusterDaemon.Kind.NODE_MANAGER, "b:8042");

  private static DaemonCounters of(String name, long value) {
    return new DaemonCounters(Collections.singletonMap(name, value));
  }

  private static WatchVerdict.Period period(String name, long start, long end) {
    return new WatchVerdict.Period(
        Collections.singletonMap(A, of(name, start)), Collections.singletonMap(A, of(name, end)));
  }

  private static List<String> worse(String name, long before, long after) {
    return WatchVerdict.worse(
        Collections.singleton(A), period(name, 7, 7 + before), period(name, 50, 50 + after));
  }

  @Test
  public void oneTripIsTooMuch() {
    assertEquals(
        Collections.singletonList("GuardTrips rose by 1, by 0 before the change."),
        worse("GuardTrips", 0, 1));
    assertEquals(1, worse("ConfigurationRefused", 0, 1).size());
    assertEquals("it trips anyway", 0, worse("GuardTrips", 2, 2).size());
    assertEquals(0, worse("GuardTrips", 0, 0).size());
  }

  @Test
  public void killsMayRiseALittle() {
    assertEquals(0, worse("ContainersKilled", 0, 10).size());
    assertEquals(1, worse("ContainersKilled", 0, 11).size());
    assertEquals("1.5 * 100 + 10 + 3 * 10", 0, worse("ContainersFailed", 100, 190).size());
    assertEquals(1, worse("ContainersFailed", 100, 191).size());
  }

  @Test
  public void daemonsThatWereNotChangedDoNotCount() {
    Map<ClusterDaemon, DaemonCounters> start = new HashMap<>();
    Map<ClusterDaemon, DaemonCounters> end = new HashMap<>();
    start.put(A, of("GuardTrips", 0));
    start.put(B, of("GuardTrips", 0));
    end.put(A, of("GuardTrips", 0));
    end.put(B, of("GuardTrips", 5));
    WatchVerdict.Period after = new WatchVerdict.Period(start, end);
    WatchVerdict.Period quiet = new WatchVerdict.Period(start, start);
    assertEquals(0, WatchVerdict.worse(Collections.singleton(A), quiet, after).size());
    assertEquals(1, WatchVerdict.worse(Arrays.asList(A, B), quiet, after).size());
  }

  @Test
  public void aChangedDaemonThatGoesSilentIsTooMuch() {
    WatchVerdict.Period gone =
        new WatchVerdict.Period(
            Collections.singletonMap(A, of("GuardTrips", 0)), Collections.emptyMap());
    assertEquals(
        Collections.singletonList("1 changed daemons no longer answer."),
        WatchVerdict.worse(Collections.singleton(A), period("GuardTrips", 0, 0), gone));
  }

  @Test
  public void aRestartedDaemonCountsFromZero() {
    assertEquals(
        Collections.singletonMap("GuardTrips", 1L), of("GuardTrips", 1).since(of("GuardTrips", 4)));
  }

  @Test
  public void countersAreThoseOfFeaturesAndOfTheNode() throws ToolException {
    JmxPage page =
        JmxPage.read(
            "a",
            0,
            "{\"beans\":["
                + "{\"name\":\"Hadoop:service=NodeManager,name=Mercury\",\"tag.Mode\":\"on\","
                + "\"GuardTrips\":2,\"ContainersReclaimed\":3,\"Other\":9},"
                + "{\"name\":\"Hadoop:service=NodeManager,name=ElasticHeap\",\"tag.Mode\":\"on\","
                + "\"GuardTrips\":1},"
                + "{\"name\":\"Hadoop:service=NodeManager,name=NodeManagerMetrics\","
                + "\"ContainersKilled\":5,\"ContainersFailed\":6},"
                + "{\"name\":\"Hadoop:service=NodeManager,name=x\",\"ContainersKilled\":100}]}");
    Map<String, Long> expected = new HashMap<>();
    expected.put("GuardTrips", 3L);
    expected.put("ContainersReclaimed", 3L);
    expected.put("ContainersKilled", 5L);
    expected.put("ContainersFailed", 6L);
    assertEquals(
        expected, DaemonCounters.of(page).since(new DaemonCounters(Collections.emptyMap())));
  }
}
