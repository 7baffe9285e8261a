// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.mercury.usage;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.overallocation.NodeUsage;
import org.yarnext.mercury.policy.overallocation.OverallocationSettings;
import org.yarnext.mercury.policy.overallocation.RunningContainerUsage;
import org.yarnext.mercury.policy.overallocation.UnusedRoomPolicy;

/** The sums that a meter keeps up to date are those over its containers, at any time. */
public class NodeUsageMeterTest {
  private static final ResourceVector TOTAL = ResourceVector.of(64_000, 32);
  private static final ResourceVector SIZE = ResourceVector.of(4_000, 2);
  private static final TaskUsageModel MODEL = new TaskUsageModel(0.5, 0.4, 0.5, 120_000, 20_000);

  private final Random random = new Random(1);
  private final Map<String, Task> running = new LinkedHashMap<>();
  private NodeUsageMeter meter;
  private long nowMs;
  private int number;

  /** A started container. */
  private static final class Task {
    final TaskUsage usage;
    final boolean isGuaranteed;
    final long startedMs;

    Task(TaskUsage usage, boolean isGuaranteed, long startedMs) {
      this.usage = usage;
      this.isGuaranteed = isGuaranteed;
      this.startedMs = startedMs;
    }
  }

  private void startOrEnd() {
    if (running.size() < 12 && random.nextBoolean()) {
      boolean isGuaranteed = random.nextBoolean();
      String id = "c" + number++;
      TaskUsage usage = MODEL.draw(SIZE, 200_000, random);
      running.put(id, new Task(usage, isGuaranteed, nowMs));
      meter.started(id, usage, isGuaranteed, nowMs);
    } else if (!running.isEmpty() && random.nextInt(3) == 0) {
      String id = new ArrayList<>(running.keySet()).get(random.nextInt(running.size()));
      running.remove(id);
      meter.ended(id);
    }
  }

  private void assertUsed() {
    boolean isSpike = MODEL.isSpike(3, nowMs);
    long mb = 0;
    long milliVcores = 0;
    for (Task each : running.values()) {
      boolean usesAll = isSpike && each.isGuaranteed;
      long ageMs = nowMs - each.startedMs;
      mb += usesAll ? SIZE.memoryMb() : each.usage.memoryMb(ageMs);
      milliVcores += usesAll ? 1_000 * SIZE.vcores() : each.usage.milliVcores(ageMs);
    }
    assertEquals(mb, meter.usedMb());
    assertEquals(milliVcores, meter.usedMilliVcores());
  }

  /** Returns the room by sums, which is that by the containers. */
  private long assertRoom(OverallocationSettings settings) {
    NodeView node = new NodeView(nowMs, TOTAL, TOTAL, ResourceVector.NONE, 0);
    List<RunningContainerUsage> all = new ArrayList<>();
    running.keySet().forEach(id -> all.add(meter.find(id, nowMs)));
    UnusedRoomPolicy policy = new UnusedRoomPolicy(settings);
    Decision<ResourceVector> expected =
        policy.room(new NodeUsage(node, all, ResourceVector.NONE, meter.host()));
    NodeUsage bySums = NodeUsage.of(node, meter.sums(nowMs), ResourceVector.NONE, meter.host());
    assertEquals("at " + nowMs, expected, policy.room(bySums));
    return expected.value().memoryMb();
  }

  private long follow(OverallocationSettings settings) {
    meter = new NodeUsageMeter(3, TOTAL, MODEL, 30_000, settings);
    long roomMb = 0;
    for (int second = 1; second <= 1_000; second++) {
      nowMs = 1_000L * second;
      meter.measure(nowMs);
      assertUsed();
      roomMb += assertRoom(settings);
      nowMs += random.nextInt(500);
      startOrEnd();
      nowMs += random.nextInt(499);
      roomMb += assertRoom(settings);
    }
    return roomMb;
  }

  @Test
  public void sumsAreThoseOfTheContainers() {
    OverallocationSettings settings =
        new OverallocationSettings(0.9, 0.2, 0.5, 2, 20_000, 15_000, 0.05, 0.02);
    assertTrue(follow(settings) > 0);
  }

  @Test
  public void sumsFollowMeasurementsThatGetStaleBeforeTheNextOnes() {
    follow(new OverallocationSettings(0.9, 0.2, 0.5, 2, 20_000, 2_000, 0.05, 0.02));
  }
}
