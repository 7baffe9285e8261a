// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.yarnext.orchestrator.policy.TaskBuilder.task;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskBuilder;
import org.yarnext.orchestrator.policy.TaskView;

@RunWith(JUnitQuickcheck.class)
public class ContentionDetectorTest {
  private final ContentionDetector detector =
      new ContentionDetector(new ContentionLimits(20_000, 3, 0.3));

  private List<String> reasons(ResourceKind kind, TaskBuilder... tasks) {
    return detector
        .detect(kind, Arrays.stream(tasks).map(TaskBuilder::view).collect(Collectors.toList()))
        .stream()
        .map(d -> d.reason().code().replace("CONTENTION_", ""))
        .collect(Collectors.toList());
  }

  private static TaskBuilder memory(String container, double used) {
    return task(container).since(60_000).memory(ResourceShare.of(used, 1000));
  }

  @Test
  public void deficitIsDetectedInThePaperExampleOfSixTasks() {
    // Five use about 60 % of their memory, the sixth less than 25 % (section III).
    assertEquals(
        Arrays.asList(
            "BALANCED", "BALANCED", "BALANCED", "BALANCED", "BALANCED", "DEFICIT_BY_USAGE"),
        reasons(
            ResourceKind.MEMORY,
            memory("1", 600),
            memory("2", 590),
            memory("3", 615),
            memory("4", 605),
            memory("5", 580),
            memory("6", 240)));
  }

  @Test
  public void lowUsageIsADeficitOnlyForALateTask() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "BALANCED", "DEFICIT", "KEEPS_PACE"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(800).total(100_000),
            task("2").cpuUsed(820).total(105_000),
            task("3").cpuUsed(790).total(98_000),
            task("4").cpuUsed(300).total(220_000),
            task("5").cpuUsed(300).total(99_000)));
  }

  @Test
  public void highUsageIsHoggingUnlessTheTaskIsLate() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "BALANCED", "HOGGING", "SKEWED"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(500).total(100_000),
            task("2").cpuUsed(520).total(105_000),
            task("3").cpuUsed(490).total(98_000),
            task("4").cpuUsed(1900).total(90_000),
            task("5").cpuUsed(1900).total(240_000)));
  }

  @Test
  public void taskWithoutPressureIsNotInDeficit() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "BALANCED", "BALANCED", "NOT_HELD_BACK", "DEFICIT"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(800).total(100_000),
            task("2").cpuUsed(800).total(100_000),
            task("3").cpuUsed(800).total(100_000),
            task("4").cpuUsed(800).total(100_000),
            task("5")
                .cpu(ResourceShare.of(300, 1000).pressure(ResourcePressure.NONE))
                .total(200_000),
            task("6")
                .cpu(ResourceShare.of(300, 1000).pressure(ResourcePressure.HELD_BACK))
                .total(200_000)));
  }

  @Test
  public void twoTasksAreComparedWithEachOther() {
    assertEquals(
        Arrays.asList("DEFICIT", "HOGGING"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(300).total(200_000),
            task("2").cpuUsed(900).total(80_000)));
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(800).total(200_000),
            task("2").cpuUsed(900).total(80_000)));
    assertEquals(Arrays.asList("NO_PEERS"), reasons(ResourceKind.CPU, task("1").cpuUsed(1)));
  }

  @Test
  public void youngTasksAreNeitherPeersNorClassified() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "TOO_YOUNG"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(800).total(100_000),
            task("2").cpuUsed(800).total(100_000),
            task("3").cpuUsed(10).at(19_999, 0.01)));
    assertEquals(
        Arrays.asList("NO_PEERS", "TOO_YOUNG"),
        reasons(ResourceKind.CPU, task("1").cpuUsed(800), task("2").cpuUsed(10).at(1, 0.01)));
  }

  @Test
  public void taskWithoutProgressIsNotClassifiedAmongTasksWithProgress() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "PROGRESS_UNKNOWN"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(800).total(100_000),
            task("2").cpuUsed(800).total(100_000),
            task("3").cpuUsed(10).since(60_000)));
  }

  @Test
  public void taskAmongIdleTasksIsNotHogging() {
    assertEquals(
        Arrays.asList("BALANCED", "BALANCED", "BALANCED"),
        reasons(
            ResourceKind.CPU,
            task("1").cpuUsed(0).total(100_000),
            task("2").cpuUsed(0).total(100_000),
            task("3").cpuUsed(10).total(100_000)));
  }

  @Test
  public void decisionContainsItsInputs() {
    Decision<ContentionStatus> decision =
        detector
            .detect(
                ResourceKind.CPU,
                Arrays.asList(
                    task("1").cpuUsed(300).total(200_000).view(),
                    task("2").cpuUsed(900).total(80_000).view()))
            .get(0);
    assertEquals(
        "[kind, peers, usedMillicores, typicalMillicores, sigmas, totalMs, typicalTotalMs]",
        decision.inputs().keySet().toString());
    assertEquals(900.0, decision.inputs().get("typicalMillicores"));
    assertEquals(-600 / 90.0, (double) decision.inputs().get("sigmas"), 1e-9);
    assertEquals(200_000, (double) decision.inputs().get("totalMs"), 1e-6);
  }

  @Test
  public void invalidLimitsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ContentionLimits(-1, 3, 0.3));
    assertThrows(IllegalArgumentException.class, () -> new ContentionLimits(0, 0, 0.3));
    assertThrows(IllegalArgumentException.class, () -> new ContentionLimits(0, 3, 1));
    assertThrows(IllegalArgumentException.class, () -> new ContentionLimits(0, Double.NaN, 0.3));
  }

  /** Fewer than half of a phase may be as strange as they like: the others stay balanced. */
  @Property(trials = 200)
  public void outliersDoNotUnbalanceNormalTasks(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    int normal = 5 + random.nextInt(60);
    int strange = random.nextInt(normal / 2);
    List<TaskView> tasks = new ArrayList<>();
    for (int i = 0; i < normal + strange; i++) {
      double usual = 500 * (1 + 0.1 * (random.nextDouble() - 0.5));
      double used = i < normal ? usual : random.nextBoolean() ? 0 : 1e6 * random.nextDouble();
      tasks.add(task("c" + i).cpuUsed(used).total(70_000 + random.nextInt(300_000)).view());
    }
    Collections.shuffle(tasks, random);
    List<Decision<ContentionStatus>> standings = detector.detect(ResourceKind.CPU, tasks);
    for (int i = 0; i < tasks.size(); i++) {
      if (Integer.parseInt(tasks.get(i).container().substring(1)) < normal) {
        assertEquals(
            standings.get(i).toString(), ContentionStatus.BALANCED, standings.get(i).value());
      }
    }
  }

  /** The unit of usage and the order of tasks do not matter. */
  @Property(trials = 100)
  public void classificationIsIndependentOfScaleAndOrder(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    List<TaskView> tasks = new ArrayList<>();
    List<TaskView> scaled = new ArrayList<>();
    int size = 2 + random.nextInt(30);
    for (int i = 0; i < size; i++) {
      int used = random.nextInt(1000);
      TaskBuilder builder = task("c" + i).total(70_000 + random.nextInt(100_000));
      tasks.add(builder.cpuUsed(used).view());
      scaled.add(0, builder.cpuUsed(used * 1024.0).view());
    }
    List<ContentionStatus> some = values(detector.detect(ResourceKind.CPU, tasks));
    List<ContentionStatus> same = values(detector.detect(ResourceKind.CPU, scaled));
    Collections.reverse(same);
    assertEquals(some, same);
  }

  private static List<ContentionStatus> values(List<Decision<ContentionStatus>> decisions) {
    return decisions.stream().map(Decision::value).collect(Collectors.toList());
  }
}
