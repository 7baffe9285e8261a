// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static org.junit.Assert.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.policy.overallocation.OverallocationReason;

/** Decisions and containers of a made up node. */
public class StopOrderCheckTest {
  /** In the future: decisions of real nodes in this JVM are earlier. */
  private static final long NOW = 4_000_000_000_000L;

  private final ConcurrentMap<ContainerId, Container> containers = new ConcurrentHashMap<>();
  private final Map<ContainerId, Long> usedMb = new HashMap<>();
  private final DecisionLog log =
      new DecisionLog(
          new FeatureMetrics("StopOrder", "Decisions of a test", () -> FeatureMode.ON),
          FeatureMode.ON,
          "NodeManager",
          "StopOrderDecisions");
  private final StopOrderCheck check =
      new StopOrderCheck(
          stub(Context.class, answers("getContainers", containers)),
          id -> usedMb.getOrDefault(id, 0L));
  private final SpikeRecord record = new SpikeRecord(1, 800, 4, NOW, 10_000);

  public StopOrderCheckTest() {
    log.register(new Configuration(false));
  }

  @After
  public void close() {
    log.close();
  }

  private static Map<String, Object> answers(String method, Object answer) {
    Map<String, Object> answers = new HashMap<>();
    answers.put(method, answer);
    return answers;
  }

  private static <T> T stub(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }

  private static ContainerId id(int number) {
    return ContainerId.fromString("container_1_0001_01_00000" + number);
  }

  private void runs(int number, long ageMs) {
    Map<String, Object> answers = answers("getContainerId", id(number));
    answers.put("getContainerState", ContainerState.RUNNING);
    answers.put("getContainerLaunchTime", NOW - ageMs);
    containers.put(id(number), stub(Container.class, answers));
    usedMb.put(id(number), 200L);
  }

  private void decided(OverallocationReason reason, long atMs, int... numbers) {
    List<String> ids =
        IntStream.of(numbers).mapToObj(n -> id(n).toString()).collect(Collectors.toList());
    Decision<List<String>> decision = Decision.of(ids, reason).with("needMemoryMb", 350L);
    ids.forEach(id -> log.remember(atMs, id, decision));
  }

  /** Returns the record's line with the fields: slowest stop, stopped, partial decisions, wrong. */
  private String afterSpike(int... stopped) {
    check.begin(NOW);
    decided(OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST, NOW + 100, stopped);
    IntStream.of(stopped).forEach(n -> containers.remove(id(n)));
    check.look(NOW + 700);
    check.end(record);
    return record.line(0);
  }

  private void fourOfWhichOneIsWithin() {
    runs(1, 60_000);
    runs(2, 40_000);
    runs(3, 20_000);
    runs(4, 15_000);
    decided(OverallocationReason.OVERALLOCATION_STARTED, NOW - 60_000, 1, 2);
    decided(OverallocationReason.OVERALLOCATION_STARTED, NOW - 20_000, 3);
  }

  @Test
  public void youngestFirstIsRight() {
    fourOfWhichOneIsWithin();
    String line = afterSpike(2, 3); // whatever the order of the entries
    assertTrue(line, line.contains(",600,2,1,0,"));
    assertTrue("work lost and the least: " + line, line.endsWith(",60200,60200"));
  }

  @Test
  public void olderOneInsteadIsWrong() {
    fourOfWhichOneIsWithin();
    String line = afterSpike(1, 3);
    assertTrue(line, line.contains(",600,2,1,1,"));
    assertTrue("work lost and the least: " + line, line.endsWith(",80200,60200"));
  }

  @Test
  public void oneThatIsNotMeasuredYetStaysRightly() {
    fourOfWhichOneIsWithin();
    runs(5, 4_000);
    usedMb.remove(id(5));
    decided(OverallocationReason.OVERALLOCATION_STARTED, NOW - 4_000, 5);
    assertTrue(afterSpike(3), record.line(0).contains(",600,1,1,0,"));
  }

  @Test
  public void stopsOfEarlierSpikesDoNotCount() {
    fourOfWhichOneIsWithin();
    decided(OverallocationReason.OVERALLOCATION_LEAST_WORK_LOST, NOW - 30_000, 6);
    decided(OverallocationReason.OVERALLOCATION_ALL_STOPPED, NOW + 50, 1);
    assertTrue(afterSpike(3), record.line(0).contains(",650,2,1,0,"));
  }
}
