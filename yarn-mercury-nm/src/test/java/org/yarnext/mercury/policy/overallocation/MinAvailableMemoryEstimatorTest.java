// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.mercury.policy.ResourceVector;

/** Bounds of available memory on nodes whose containers grow, start and end. */
@RunWith(JUnitQuickcheck.class)
public class MinAvailableMemoryEstimatorTest {
  private static final long HOST_MB = 100_000;

  /** A container that is always measured exactly. */
  private static final class Grower {
    private final String id;
    private long sizeMb;
    private long usedMb;

    Grower(String id, long sizeMb) {
      this.id = id;
      this.sizeMb = sizeMb;
    }

    RunningContainerUsage view(long nowMs) {
      MeasuredUsage usage = new MeasuredUsage(usedMb, 1, usedMb, 1, nowMs);
      return new RunningContainerUsage(id, ResourceVector.of(sizeMb, 1), 1, usage);
    }
  }

  private static HostUsage host(List<Grower> growers, long othersMb, long nowMs) {
    long usedMb = othersMb + growers.stream().mapToLong(each -> each.usedMb).sum();
    return new HostUsage(HOST_MB, HOST_MB - usedMb, 0, nowMs);
  }

  @Property(trials = 300, shrink = false)
  public void availableMemoryStaysAboveTheBoundWhileOnlyContainersGrow(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    List<Grower> growers = new ArrayList<>();
    long othersMb = random.nextInt(5_000);
    for (int i = 0; i < 60; i++) {
      long nowMs = 1_000L * i;
      if (random.nextInt(3) == 0 && growers.size() < 30) {
        growers.add(new Grower("c" + i, 1 + random.nextInt(3_000)));
      }
      if (random.nextInt(5) == 0 && !growers.isEmpty()) {
        growers.remove(random.nextInt(growers.size()));
      }
      for (Grower each : growers) {
        each.sizeMb += random.nextInt(20) == 0 ? 100 : 0; // it is enlarged
        long leftMb = each.sizeMb - each.usedMb;
        each.usedMb += random.nextInt(4) == 0 ? random.nextInt((int) leftMb + 1) : 0;
      }
      List<RunningContainerUsage> running = new ArrayList<>();
      growers.forEach(each -> running.add(each.view(nowMs)));
      HostUsage host = host(growers, othersMb, nowMs);
      bounds.observe(host, running);
      for (Grower each : growers) {
        each.usedMb = random.nextBoolean() ? each.sizeMb : each.usedMb; // a spike
      }
      HostUsage later = host(growers, othersMb, nowMs + 250);
      assertTrue(later.availableMemoryMb() >= bounds.minMb(later)[0]);
    }
  }

  @Test
  public void measurementsThatAreOldDoNotCountGrowthTwice() {
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    Grower c = new Grower("c", 10_000);
    c.usedMb = 4_000;
    List<RunningContainerUsage> running = Collections.singletonList(c.view(0));
    bounds.observe(host(Collections.singletonList(c), 0, 1_000), running);
    c.usedMb = 8_000; // stock has not measured it yet
    HostUsage later = host(Collections.singletonList(c), 0, 2_000);
    bounds.observe(later, running);
    assertEquals(HOST_MB - 10_000, bounds.minMb(later)[0]);
    HostUsage muchLater = host(Collections.singletonList(c), 0, 6_001);
    assertEquals("nothing is that young", Long.MIN_VALUE, bounds.minMb(muchLater)[0]);
  }

  @Test
  public void anotherHostOrLimitHasNoBound() {
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    HostUsage host = new HostUsage(HOST_MB, 50_000, 0, 1_000);
    assertEquals(Long.MIN_VALUE, bounds.minMb(host)[0]);
    bounds.observe(host, Collections.emptyList());
    assertEquals(50_000, bounds.minMb(host)[0]);
    HostUsage other = new HostUsage(HOST_MB + 1, 50_000, 0, 1_000);
    assertEquals(Long.MIN_VALUE, bounds.minMb(other)[0]);
    HostUsage limited =
        new HostUsage(
            new MemorySnapshot(HOST_MB, 50_000),
            Arrays.asList(new MemorySnapshot(60_000, 20_000)),
            0,
            NodePressure.UNKNOWN,
            1_000);
    assertEquals(Long.MIN_VALUE, bounds.minMb(limited)[1]);
  }

  private static HostUsage limited(long availableMb, long limitMb, long nowMs) {
    return new HostUsage(
        new MemorySnapshot(HOST_MB, availableMb),
        Collections.singletonList(new MemorySnapshot(limitMb, limitMb / 2)),
        0,
        NodePressure.UNKNOWN,
        nowMs);
  }

  @Test
  public void limitThatChangesLeavesTheHostItsBoundAndTrend() {
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    HostUsage before = limited(50_000, 60_000, 1_000);
    bounds.observe(before, Collections.emptyList());
    HostUsage now = limited(40_000, 70_000, 2_000).after(before);
    assertEquals(50_000, bounds.minMb(now)[0]);
    assertEquals("another limit", Long.MIN_VALUE, bounds.minMb(now)[1]);
    assertEquals(1_000, now.intervalMs());
    assertEquals("10,000 MB a second", -20_000, now.memory().get(0).missingMb(0.1, 1_000));
    assertEquals("another limit", -28_000, now.memory().get(1).missingMb(0.1, 1_000));
  }

  @Test
  public void boundThatIsPassedBoundsNothing() {
    MemorySnapshot before = new MemorySnapshot(HOST_MB, 40_000);
    MemorySnapshot now = new MemorySnapshot(HOST_MB, 30_000).after(before, 1_000);
    assertEquals(-20_000, now.missingMb(0.1));
    assertEquals(-10_000, now.missingMb(0.1, 1_000));
    assertEquals(-15_000, now.notBelow(25_000).missingMb(0.1, 1_000));
    assertEquals("something else grows", -10_000, now.notBelow(30_001).missingMb(0.1, 1_000));
    assertEquals("too long ago", -20_000, now.after(before, 5_001).missingMb(0.1, 1_000));
    assertEquals("a burst", 20_000, now.after(before, 1).missingMb(0.1, 1_000));
  }

  @Test
  public void clearedEstimateIsUnknown() {
    MinAvailableMemoryEstimator bounds = new MinAvailableMemoryEstimator();
    HostUsage host = new HostUsage(HOST_MB, 40_000, 0, 1_000);
    bounds.observe(host, Collections.emptyList());
    assertEquals(40_000, bounds.minMb(host)[0]);
    bounds.clear();
    assertEquals(Long.MIN_VALUE, bounds.minMb(host)[0]);
  }
}
