// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

/**
 * Ours is nearer to the truth than both of Tez's own estimators: of running tasks for tasks of
 * every kind, also before any has ended, and of tasks that have not begun, which nobody can know of
 * if chance rules them, over all kinds together.
 */
@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class VertexSimulationTest {
  private static final int TASKS = 120;
  private static final int SLOTS = 20;
  private static final int SEEDS = 3;
  private static final double A_TIE = 1.02;

  private static final Map<String, VertexSimulation.Errors> NEXT = new LinkedHashMap<>();
  private static int kinds;

  @BeforeClass
  public static void begin() {
    NEXT.clear();
    kinds = 0;
  }

  @Test
  public void estimatorBeatsTezForSimilarTasks() {
    compare("alike", 1_000, (random, bytes) -> 10_000 * (1 + 0.1 * random.nextGaussian()));
  }

  @Test
  public void estimatorBeatsTezForRandomlyDifferentTasks() {
    compare("skewed", 1_000, (random, bytes) -> 8_000 * Math.exp(0.6 * random.nextGaussian()));
  }

  @Test
  public void estimatorBeatsTezForTasksOfDifferentInput() {
    compare(
        "by input",
        1_000,
        (random, bytes) -> (1_000 + bytes / 40e3) * (1 + 0.1 * random.nextGaussian()));
  }

  @Test
  public void estimatorBeatsTezAmongStragglers() {
    compare(
        "stragglers",
        1_000,
        (random, bytes) ->
            8_000 * (1 + 0.1 * random.nextGaussian()) * (random.nextInt(10) == 0 ? 5 : 1));
  }

  @Test
  public void estimatorBeatsTezForShortTasks() {
    compare("short", 1_000, (random, bytes) -> 2_000 * Math.exp(0.3 * random.nextGaussian()));
  }

  @Test
  public void estimatorBeatsTezForTasksThatCloseTheirInput() {
    compare(
        "closing", 1_000, true, (random, bytes) -> 8_000 * Math.exp(0.3 * random.nextGaussian()));
  }

  /** The exponential estimator was made for such tasks. */
  @Test
  public void estimatorBeatsTezForLongTasks() {
    compare("long", 10_000, (random, bytes) -> 400_000 * Math.exp(0.3 * random.nextGaussian()));
  }

  @AfterClass
  public static void tasksThatHaveNotBegun() {
    if (kinds == 7) {
      String lines = lines("next", NEXT);
      System.out.println("all kinds\n" + lines);
      better(lines, NEXT);
    }
  }

  private static void compare(String name, long reportMs, VertexSimulation.Tasks tasks) {
    compare(name, reportMs, false, tasks);
  }

  private static void compare(
      String name, long reportMs, boolean closes, VertexSimulation.Tasks tasks) {
    Map<String, VertexSimulation.Errors> running = new LinkedHashMap<>();
    Map<String, VertexSimulation.Errors> firstWave = new LinkedHashMap<>();
    Map<String, VertexSimulation.Errors> next = new LinkedHashMap<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      VertexSimulation contest = new VertexSimulation(tasks, TASKS, SLOTS, reportMs, closes, seed);
      add(contest.running, running);
      add(contest.firstWave, firstWave);
      add(contest.next, next);
      add(contest.next, NEXT);
    }
    kinds++;
    String lines =
        name
            + "\n"
            + lines("running", running)
            + lines("first wave", firstWave)
            + lines("next", next);
    System.out.println(lines);
    better(lines, running);
    better(lines, firstWave);
  }

  private static void add(
      Map<String, VertexSimulation.Errors> from, Map<String, VertexSimulation.Errors> to) {
    from.forEach(
        (name, errors) -> to.computeIfAbsent(name, n -> new VertexSimulation.Errors()).add(errors));
  }

  private static String lines(String what, Map<String, VertexSimulation.Errors> errors) {
    StringBuilder lines = new StringBuilder();
    errors.forEach(
        (name, error) ->
            lines.append(
                String.format(
                    Locale.ROOT,
                    "  %-10s %-12s median %6.1f %%, p90 %7.1f %% of %d%n",
                    what,
                    name,
                    error.percentile(50) * 100,
                    error.percentile(90) * 100,
                    error.count())));
    return lines.toString();
  }

  private static void better(String lines, Map<String, VertexSimulation.Errors> errors) {
    for (double percent : new double[] {50, 90}) {
      double ours = errors.get(VertexSimulation.OURS).percentile(percent);
      for (String stock : new String[] {VertexSimulation.LEGACY, VertexSimulation.EXPONENTIAL}) {
        assertTrue(lines, ours <= A_TIE * errors.get(stock).percentile(percent));
      }
    }
  }
}
