// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The guaranteed containers that come to a node of 16 GB and 16 cores, 1 GB and 1 core each. */
enum GuaranteedLoad {
  /** A quarter of the node always, and a job of ten containers every minute, give or take 4 s. */
  BURST_EACH_MINUTE(600_000) {
    @Override
    void fill(Random random, long endMs) {
      base(endMs);
      for (long t = 10_000; t < endMs; t += 60_000) {
        job(random, t + random.nextInt(4_000), 10, 3_000, 15_000, 10_000);
      }
    }
  },
  /** About 70 % of the node, as in Table 1: single containers at random times. */
  STEADY(600_000) {
    @Override
    void fill(Random random, long endMs) {
      for (long t = 0; t < endMs; t += exponential(random, 900)) {
        job(random, t, 1, 1, 5_000, 10_000);
      }
    }
  },
  /** The same load, in jobs of two to seven containers at random times. */
  STEADY_JOBS(600_000) {
    @Override
    void fill(Random random, long endMs) {
      for (long t = 0; t < endMs; t += exponential(random, 6_000)) {
        job(random, t, 2 + random.nextInt(6), 1_000, 5_000, 25_000);
      }
    }
  },
  /** A quarter of the node, and large jobs at random times that nothing foretells. */
  RANDOM_BURSTS(600_000) {
    @Override
    void fill(Random random, long endMs) {
      base(endMs);
      for (long t = 0; t < endMs; t += exponential(random, 45_000)) {
        job(random, t, 3 + random.nextInt(8), 2_000, 5_000, 25_000);
      }
    }
  },
  /** Days of 20 minutes: a busy quarter of each, when a job comes every 20 s. */
  DAILY_PEAK(2 * 1_200_000) {
    @Override
    void fill(Random random, long endMs) {
      base(endMs);
      for (long t = 0; t < endMs; t += 20_000) {
        if (t % 1_200_000 >= 600_000 && t % 1_200_000 < 900_000) {
          job(random, t, 11, 6_000, 8_000, 8_000);
        }
      }
    }
  };

  static final long DAY_MS = 1_200_000;

  /** How long the node is watched before anything is measured. */
  final long warmUpMs;

  private List<long[]> made;

  GuaranteedLoad(long warmUpMs) {
    this.warmUpMs = warmUpMs;
  }

  abstract void fill(Random random, long endMs);

  /** Arrival and run time of each container, in ms. */
  List<long[]> containers(long seed, long endMs) {
    made = new ArrayList<>();
    fill(new Random(seed * 7919 + 1), endMs);
    return made;
  }

  void base(long endMs) {
    for (long t = 0; t < endMs; t += 20_000) {
      for (int i = 0; i < 4; i++) {
        made.add(new long[] {t, 19_999});
      }
    }
  }

  void job(Random random, long atMs, int size, int spreadMs, int minRunMs, int moreRunMs) {
    for (int i = 0; i < size; i++) {
      made.add(new long[] {atMs + random.nextInt(spreadMs), minRunMs + random.nextInt(moreRunMs)});
    }
  }

  static long exponential(Random random, double meanMs) {
    return 1 + (long) (-meanMs * Math.log(1 - random.nextDouble()));
  }
}
