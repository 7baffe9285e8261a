// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.Test;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Compares aggregated views and shares of random reports, bit by bit, with those of the code of 27
 * November 2026, which merged queues by their paths in each round. Since then another resource is
 * divided in 35 of the worlds; the others are as they were.
 */
public class AggregatedDemandWorldTest {
  private static final int WORLDS = 500;
  private static final String[] RESOURCES = {"memory-mb", "vcores", "gpu"};

  /** The sum over worlds 0 to 99, 100 to 199, and so on. */
  private static final long[] RECORDED = {
    3835527212L, 3828761496L, 2127625306L, 2175384626L, 1544879017L
  };

  private final CRC32 sum = new CRC32();

  @Test
  public void viewsAndSharesAreAsRecorded() {
    for (int block = 0; block < RECORDED.length; block++) {
      sum.reset();
      for (int seed = block * 100; seed < (block + 1) * 100; seed++) {
        add(reports(new Random(seed)));
      }
      assertEquals("worlds from " + block * 100, RECORDED[block], sum.getValue());
    }
    assertEquals(WORLDS, RECORDED.length * 100);
  }

  @Test
  public void laterViewsAreAsNewOnes() {
    int valid = 0;
    for (int seed = 0; seed < WORLDS; seed++) {
      Random random = new Random(seed);
      AggregatedDemandView last;
      try {
        last = AggregatedDemandView.of(reports(random));
      } catch (IllegalArgumentException e) {
        continue;
      }
      List<SubClusterDemand> reports = reports(new Random(seed));
      for (int round = 0; round < 3; round++) {
        reports = random.nextInt(5) == 0 ? reports(new Random(seed)) : later(reports, random);
        last = last.next(reports);
        assertEquals("world " + seed, sum(AggregatedDemandView.of(reports)), sum(last));
      }
      valid++;
    }
    assertTrue(valid > WORLDS / 2);
  }

  /** The same queues with other amounts in other capacities. */
  private static List<SubClusterDemand> later(List<SubClusterDemand> reports, Random random) {
    List<SubClusterDemand> later = new ArrayList<>();
    for (SubClusterDemand report : reports) {
      Map<String, Double> capacity = new HashMap<>(report.capacity());
      capacity.replaceAll((resource, amount) -> amount * random.nextInt(3));
      later.add(
          SubClusterDemand.of(
              report.name(),
              capacity,
              report.table(),
              other(report.used(), random),
              other(report.waiting(), random)));
    }
    return later;
  }

  private static Map<String, double[]> other(Map<String, double[]> columns, Random random) {
    Map<String, double[]> other = new HashMap<>();
    columns.forEach((resource, column) -> other.put(resource, column.clone()));
    other.values().forEach(column -> column[random.nextInt(column.length)] = random.nextInt(99));
    return other;
  }

  private long sum(AggregatedDemandView all) {
    sum.reset();
    add(all);
    return sum.getValue();
  }

  private void add(List<SubClusterDemand> reports) {
    try {
      add(AggregatedDemandView.of(reports));
    } catch (IllegalArgumentException e) {
      add(e.getMessage());
    }
  }

  private void add(AggregatedDemandView all) {
    ShareView view = all.view();
    QueueTree queues = view.queues();
    GlobalQueueShares shares = new GlobalFairnessSharePolicy().decide(view).value();
    add(all.resource());
    for (int q = 0; q < queues.size(); q++) {
      add(queues.path(q));
      add(queues.weight(q));
      for (int s = 0; s < view.subClusters(); s++) {
        add(view.used(q, s));
        add(view.demand(q, s));
        add(shares.of(q, s));
      }
    }
    for (int s = 0; s < view.subClusters(); s++) {
      add(view.subCluster(s));
      add(view.capacity(s));
    }
  }

  private void add(double value) {
    long bits = Double.doubleToLongBits(value);
    for (int i = 0; i < Double.BYTES; i++) {
      sum.update((int) (bits >>> 8 * i));
    }
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sum.update(bytes, 0, bytes.length);
  }

  /** Sub-clusters that each lack some queues, maxima and resources; few lack a parent. */
  static List<SubClusterDemand> reports(Random random) {
    List<String> paths = paths(random);
    Map<String, Double> weights = new HashMap<>();
    paths.forEach(path -> weights.put(path, (double) random.nextInt(60)));
    List<SubClusterDemand> reports = new ArrayList<>();
    int width = 1 + random.nextInt(5);
    for (int s = 0; s < width; s++) {
      boolean isAlike = random.nextInt(3) > 0;
      int resources = 1 + random.nextInt(RESOURCES.length);
      Map<String, QueueDemand> queues = new HashMap<>();
      for (String path : paths) {
        String parent = path.substring(0, path.lastIndexOf('.'));
        boolean hasParent = parent.equals("root") || queues.containsKey(parent);
        boolean isOrphan = !hasParent && random.nextInt(60) == 0;
        if (isOrphan || (hasParent && (isAlike || random.nextInt(4) > 0))) {
          double weight = isAlike ? weights.get(path) : random.nextInt(60);
          QueueDemand queue =
              QueueDemand.of(weight, amounts(random, resources), amounts(random, resources));
          queues.put(path, random.nextBoolean() ? queue.atMost(random.nextInt(6) / 4.0) : queue);
        }
      }
      Map<String, Double> capacity = new HashMap<>();
      for (int r = 0; r < resources; r++) {
        capacity.put(RESOURCES[r], random.nextInt(6) == 0 ? 0 : 100.0 * (1 + random.nextInt(40)));
      }
      reports.add(SubClusterDemand.of("sc" + s, capacity, queues));
    }
    return reports;
  }

  /** Parents before those below them. */
  private static List<String> paths(Random random) {
    List<String> paths = new ArrayList<>();
    paths.add("root");
    for (int i = random.nextInt(40); i >= 0; i--) {
      String parent = paths.get(random.nextInt(paths.size()));
      String path =
          parent + "." + "abc".charAt(random.nextInt(3)) + (random.nextBoolean() ? "-x" : "");
      if (!paths.contains(path)) {
        paths.add(path);
      }
    }
    return paths.subList(1, paths.size());
  }

  private static Map<String, Double> amounts(Random random, int resources) {
    Map<String, Double> amounts = new HashMap<>();
    for (int r = 0; r < resources; r++) {
      if (random.nextInt(3) > 0) {
        amounts.put(RESOURCES[r], random.nextInt(4) == 0 ? 0 : random.nextDouble() * 300);
      }
    }
    return amounts;
  }
}
