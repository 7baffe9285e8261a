// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskSample;
import org.yarnext.tools.profile.fit.ProfileChange.Kind;

/** Maps of one job, well-sized with 1,024 MB and under-sized with 512 MB; time goes by days. */
public class ProfileLearnerTest {
  private static final TaskClassKey MAPS = new TaskClassKey("count", "MAPREDUCE", "map");
  private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
  private static final int NON_HEAP_MB = 224;
  private static final int FULL = 1024;
  private static final int UNDER = 512;
  private static final int WORLDS = 60;
  private static final double MAX_DRIFT = 0.3;

  private final ProfileLearner learner = learner(14 * DAY_MS);
  private final List<TaskClassRun> runs = new ArrayList<>();
  private TaskProfile published;
  private long fittedMs;

  private static ProfileLearner learner(long halfLifeMs) {
    FitRules rules = new FitRules(1, 0.15, 0.25, Collections.emptyMap());
    return new ProfileLearner(rules.withHalfLife(halfLifeMs), MAX_DRIFT);
  }

  private static TaskClassRun run(long endMs, int mb, double ms, double dataMb) {
    boolean once = mb == FULL;
    return new TaskClassRun.Builder("count", "job_" + endMs, "MAPREDUCE", "map")
        .priority(20)
        .memory(mb, mb - NON_HEAP_MB)
        .endedAt(endMs)
        .add(TaskSample.sorting(0, ms, dataMb, dataMb, once))
        .add(TaskSample.sorting(0, ms, dataMb, dataMb, once))
        .build();
  }

  /** A run ends, and the decision is carried out. */
  private Kind ended(ProfileLearner by, TaskClassRun run) {
    runs.add(run);
    ProfileChange change = by.learn(MAPS, runs, published, fittedMs);
    runs.clear();
    runs.addAll(change.runs());
    fittedMs = change.fittedMs();
    if (change.kind() != Kind.NONE) {
      published = change.fit().profile();
    }
    assertEquals(change.kind() == Kind.OUTDATED, change.kind() != Kind.NONE && published == null);
    return change.kind();
  }

  private Kind day(int day, int mb, double ms) {
    return ended(learner, run(day * DAY_MS, mb, ms, 10));
  }

  private double idealMs() {
    return ((StepModel) published.model()).idealMs();
  }

  private void measured() {
    assertEquals(Kind.NONE, day(1, FULL, 10_000));
    assertEquals(Kind.MADE, day(2, UNDER, 13_000));
    assertEquals(10_000, idealMs(), 0);
    assertEquals(13_000, published.model().runTimeMs(UNDER), 1e-6);
  }

  @Test
  public void lastRunsReplaceAProfileThatNoLongerHolds() {
    measured();
    assertEquals(Kind.NONE, day(3, FULL, 20_000));
    assertEquals("two runs may be chance", Kind.NONE, day(4, UNDER, 30_000));
    assertEquals(Kind.REPLACED, day(5, FULL, 20_000));
    assertEquals(20_000, idealMs(), 0);
    assertEquals(30_000, published.model().runTimeMs(UNDER), 1e-6);
    assertEquals("those before no longer count", 3, runs.size());
  }

  @Test
  public void profileEndsIfTheLastRunsHaveOneSize() {
    measured();
    day(3, FULL, 20_000);
    day(4, FULL, 20_000);
    runs.add(run(5 * DAY_MS, FULL, 20_000, 10));
    ProfileChange change = learner.learn(MAPS, runs, published, fittedMs);
    assertEquals(Kind.OUTDATED, change.kind());
    assertNull(change.fit().profile());
    assertEquals("its last 3 runs took 2.00 times as long as the profile says", change.reason());
    assertEquals(Kind.OUTDATED, day(5, FULL, 20_000));
    assertEquals("the old run is not combined with new ones", Kind.NONE, day(6, FULL, 20_000));
    assertEquals(Kind.MADE, day(7, UNDER, 22_000));
    assertEquals(20_000, idealMs(), 0);
  }

  @Test
  public void fasterRunsOutdateAProfileToo() {
    measured();
    day(3, FULL, 5_000);
    day(4, FULL, 5_000);
    assertEquals(Kind.OUTDATED, day(5, FULL, 5_000));
  }

  @Test
  public void otherAmountsOfDataOutdateAProfile() {
    measured();
    for (int day = 3; day < 5; day++) {
      assertEquals(Kind.NONE, ended(learner, run(day * DAY_MS, FULL, 10_000, 20)));
    }
    runs.add(run(5 * DAY_MS, FULL, 10_000, 20));
    ProfileChange change = learner.learn(MAPS, runs, published, fittedMs);
    assertEquals(Kind.OUTDATED, change.kind());
    assertEquals(
        "the tasks of its last 3 runs had 20.00 MB each, those of the profile 10.00 MB",
        change.reason());
  }

  @Test
  public void oneRunWithOtherDataIsNotCompared() {
    measured();
    for (int day = 3; day < 30; day++) {
      boolean isOdd = day % 3 == 0;
      TaskClassRun run = run(day * DAY_MS, FULL, isOdd ? 40_000 : 10_000, isOdd ? 50 : 10);
      assertNotEquals(Kind.OUTDATED, ended(learner, run));
    }
    assertEquals(10_000, idealMs(), 0);
  }

  /** A model of new runs with the full size and old ones with less would make less look cheap. */
  @Test
  public void olderRunsAgeOnceBothSizesAreMeasuredAgain() {
    ProfileLearner daily = learner(DAY_MS);
    measured();
    ended(daily, run(3 * DAY_MS, FULL, 10_000, 10));
    assertEquals("the error is known now", 1, published.quality().runs());
    for (int day = 10; day < 15; day++) {
      assertEquals(Kind.NONE, ended(daily, run(day * DAY_MS, FULL, 11_500, 10)));
    }
    assertEquals(10_000, idealMs(), 0);
    assertEquals(Kind.RENEWED, ended(daily, run(15 * DAY_MS, UNDER, 15_000, 10)));
    assertEquals(11_500, idealMs(), 0);
    assertEquals(15_000, published.model().runTimeMs(UNDER), 1e-6);
  }

  @Test
  public void newerRunsWeighMore() {
    ProfileLearner daily = learner(DAY_MS);
    measured();
    assertEquals(Kind.RENEWED, ended(daily, run(3 * DAY_MS, FULL, 10_000, 10)));
    assertEquals(Kind.NONE, ended(daily, run(4 * DAY_MS, FULL, 10_000, 10)));
    assertEquals(Kind.NONE, ended(daily, run(7 * DAY_MS, FULL, 11_000, 10)));
    assertEquals(Kind.RENEWED, ended(daily, run(8 * DAY_MS, UNDER, 14_000, 10)));
    assertEquals("three older runs took less", 11_000, idealMs(), 0);
    assertEquals(14_000, published.model().runTimeMs(UNDER), 1e-6);
  }

  /** Noise alone never removes a profile. */
  @Test
  public void noiseWithinTheBoundIsNoDrift() {
    for (int seed = 0; seed < WORLDS; seed++) {
      Random random = new Random(seed);
      published = null;
      fittedMs = 0;
      runs.clear();
      for (int day = 1; day < 60; day++) {
        int mb = random.nextInt(4) == 0 ? UNDER : FULL;
        double ms = (mb == FULL ? 10_000 : 14_000) * (0.95 + 0.1 * random.nextDouble());
        Kind kind = day(day, mb, ms);
        assertNotEquals("world " + seed, Kind.REPLACED, kind);
        assertNotEquals("world " + seed, Kind.OUTDATED, kind);
      }
      assertEquals("world " + seed, 10_000, idealMs(), 600);
      assertEquals("world " + seed, 14_000, published.model().runTimeMs(UNDER), 1_600);
    }
  }

  /** Whenever the level changes, the profile follows within some runs, or there is none. */
  @Test
  public void profileNeverStaysWrongForLong() {
    for (int seed = 0; seed < WORLDS; seed++) {
      Random random = new Random(seed);
      published = null;
      fittedMs = 0;
      runs.clear();
      double level = 1;
      int since = 0;
      for (int day = 1; day < 150; day++) {
        if (since > 20 && random.nextInt(10) == 0) {
          level *= random.nextBoolean() ? 1.6 : 1 / 1.6;
          since = 0;
        }
        since++;
        int mb = random.nextInt(3) == 0 ? UNDER : FULL;
        double ms = level * (mb == FULL ? 10_000 : 14_000);
        day(day, mb, ms * (0.98 + 0.04 * random.nextDouble()));
        if (since >= 12 && published != null) {
          String where = "world " + seed + ", day " + day;
          assertEquals(where, level * 10_000, idealMs(), 0.3 * level * 10_000);
        }
      }
    }
  }

  @Test
  public void orderDoesNotMatterAndADecisionIsFinal() {
    for (int seed = 0; seed < WORLDS; seed++) {
      Random random = new Random(seed);
      List<TaskClassRun> some = randomRuns(random);
      TaskProfile before = null;
      if (random.nextBoolean()) {
        measured();
        before = published;
        published = null;
        fittedMs = 0;
        runs.clear();
      }
      long beforeMs = random.nextInt(100) * DAY_MS;
      ProfileChange change = learner.learn(MAPS, some, before, beforeMs);
      List<TaskClassRun> shuffled = new ArrayList<>(some);
      Collections.shuffle(shuffled, random);
      shuffled.addAll(some.subList(0, some.size() / 2));
      ProfileChange again = learner.learn(MAPS, shuffled, before, beforeMs);
      assertEquals("world " + seed, change.kind(), again.kind());
      assertEquals("world " + seed, keys(change.runs()), keys(again.runs()));
      TaskProfile after = change.kind() == Kind.NONE ? before : change.fit().profile();
      if (change.kind() != Kind.NONE) {
        assertEquals("world " + seed, String.valueOf(after), "" + again.fit().profile());
        assertEquals(
            "world " + seed,
            Kind.NONE,
            learner.learn(MAPS, change.runs(), after, change.fittedMs()).kind());
      }
    }
  }

  @Test
  public void rememberedRunsAreBounded() {
    for (int seed = 0; seed < WORLDS; seed++) {
      List<TaskClassRun> some = randomRuns(new Random(seed));
      List<TaskClassRun> kept = learner.learn(MAPS, some, null, 0).runs();
      assertTrue(keys(some).containsAll(keys(kept)));
      long newestMs = some.stream().mapToLong(TaskClassRun::endMs).max().getAsLong();
      assertEquals("world " + seed, newestMs, kept.get(kept.size() - 1).endMs());
      assertTrue(newestMs - kept.get(0).endMs() <= ProfileLearner.MAX_HALF_LIVES * 14 * DAY_MS);
      Map<Long, Long> bySize =
          kept.stream()
              .collect(
                  Collectors.groupingBy(
                      TaskClassRun::requestedMb, TreeMap::new, Collectors.counting()));
      assertTrue(bySize.size() <= ProfileLearner.MAX_SIZES);
      assertTrue(bySize.values().stream().allMatch(n -> n <= ProfileLearner.MAX_RUNS_OF_SIZE));
    }
  }

  private static List<TaskClassRun> randomRuns(Random random) {
    List<Integer> sizes = Arrays.asList(FULL, FULL, FULL, UNDER, UNDER, 256 + random.nextInt(256));
    int count = 1 + random.nextInt(120);
    List<TaskClassRun> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int mb = random.nextInt(10) == 0 ? 256 + random.nextInt(700) : sizes.get(random.nextInt(6));
      double ms = (mb == FULL ? 10_000 : 14_000) * (0.7 + random.nextDouble());
      some.add(run(random.nextInt(200) * DAY_MS + i, mb, ms, random.nextInt(5) == 0 ? 30 : 10));
    }
    return some;
  }

  private static List<String> keys(List<TaskClassRun> some) {
    return some.stream().map(TaskClassRun::key).collect(Collectors.toList());
  }
}
