// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.trust;

import static org.junit.Assert.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * A job with large tasks ends as soon beside one that lies about its own as beside an honest one of
 * the same size, in both schedulers.
 */
@RunWith(Parameterized.class)
public class FalseClaimsTest {
  private static final int SECONDS = 3_000;

  /** Times of honest jobs, the same in each test. */
  private static final Map<SchedulerKind, Long> HONEST_MS = new EnumMap<>(SchedulerKind.class);

  private final SchedulerKind kind;

  public FalseClaimsTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Object[] kinds() {
    return SchedulerKind.values();
  }

  /** How long tasks of the other job run once the large one has come, in ms. */
  private long laterMs = 25_000;

  private int largeTasks = 100;
  private int otherTasks = 100_000;

  /** How long the large job takes beside one that fills all nodes, in ms. */
  private long largeJobBeside(String otherName, Set<String> claims, String... entries)
      throws Exception {
    Configuration conf = World.configuration(kind);
    String[] all = new String[entries.length + 1];
    System.arraycopy(entries, 0, all, 1, entries.length);
    all[0] = ClaimedJobs.entry("large", 8192, 60_000, 2.0);
    conf.set("yarn.elastic.profiles.file", ClaimedJobs.profiles(all).getAbsolutePath());
    try (ClaimedJobs cluster = new ClaimedJobs(kind, conf)) {
      for (int n = 1; n <= 4; n++) {
        cluster.world.addNode("10.0.0." + n, 16_384, 64);
      }
      cluster.world.addNode("10.0.0.9", 512, 8); // for masters
      ClaimedJobs.Job other =
          cluster.submit("bob", otherName, "b", claims, 2048, otherTasks, 25_000, 1.3);
      cluster.steps(120);
      other.runs(laterMs);
      ClaimedJobs.Job large =
          cluster.submit("ann", "large", "a", ClaimedJobs.tags(), 8192, largeTasks, 60_000, 2.0);
      return cluster.untilEnd(large, SECONDS);
    }
  }

  private long besideAnHonestOne() throws Exception {
    if (!HONEST_MS.containsKey(kind)) {
      HONEST_MS.put(
          kind, largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, 25_000, 1.3))));
    }
    return HONEST_MS.get(kind);
  }

  private static void assertNoLater(long honestMs, long tookMs) {
    assertTrue(
        "beside an honest job " + honestMs + " ms, beside this one " + tookMs,
        tookMs >= 0 && tookMs <= honestMs * 1.05);
  }

  @Test
  public void claimOfAnImmediateEndDoesNotDelayTheLargeJob() throws Exception {
    long honest = besideAnHonestOne();
    assertNoLater(honest, largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, 1, 1))));
  }

  @Test
  public void claimOfHoursOfRunTimeDoesNotDelayTheLargeJob() throws Exception {
    long honest = besideAnHonestOne();
    assertNoLater(
        honest, largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, 36_000_000, 1))));
  }

  /** Beside one that says from the start how long they run in the end. */
  @Test
  public void claimProvedUntilTheLargeJobCameDoesNotDelayIt() throws Exception {
    laterMs = 300_000;
    for (int tasks : new int[] {1, 4, 100}) {
      largeTasks = tasks;
      long honest = largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, laterMs, 1.3)));
      assertNoLater(
          honest, largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, 25_000, 1.3))));
    }
  }

  @Test
  public void wrongProfileInTheFileDoesNotDelayTheLargeJob() throws Exception {
    long honest = besideAnHonestOne();
    assertNoLater(
        honest,
        largeJobBeside("small", ClaimedJobs.tags(), ClaimedJobs.entry("small", 2048, 1, 1)));
  }

  @Test
  public void nameOfAnotherJobDoesNotDelayTheLargeJob() throws Exception {
    long honest = besideAnHonestOne();
    assertNoLater(
        honest,
        largeJobBeside("quick-7", ClaimedJobs.tags(), ClaimedJobs.entry("quick-*", 2048, 500, 1)));
  }

  /**
   * Under stock the other job would have ended soon, by its profile: it is late, but no node is
   * kept for it. Beside one with the right profile.
   */
  @Test
  public void noNodeIsKeptForAJobThatIsLateByAWrongProfile() throws Exception {
    laterMs = 300_000;
    otherTasks = 200;
    long honest =
        largeJobBeside("small", ClaimedJobs.tags(), ClaimedJobs.entry("small", 2048, 300_000, 1.3));
    assertNoLater(
        honest,
        largeJobBeside("small", ClaimedJobs.tags(), ClaimedJobs.entry("small", 2048, 25_000, 1.3)));
    assertNoLater(
        honest, largeJobBeside("small", ClaimedJobs.tags(ClaimedJobs.tag(2048, 25_000, 1.3))));
  }
}
