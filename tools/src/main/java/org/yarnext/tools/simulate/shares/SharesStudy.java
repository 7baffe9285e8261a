// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.shares;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * Runs the study of Hydra's Figure 5: determines the shares of hundreds of generated set-ups, once
 * with each method.
 */
public final class SharesStudy {
  /** Name of the study on the command line. */
  public static final String ID = "hydra-shares";

  /** Description of the study. */
  public static final String ABOUT =
      "Hydra figure 5: utilisation and fairness of ways to share a cluster among queues";

  public static final int SETUPS = 300;

  /** Average nodes per sub-cluster; the paper's have 2,000 to 3,000. */
  public static final int NODES = 2_500;

  private SharesStudy() {}

  /**
   * Runs the study.
   *
   * @param nodes average number of nodes per sub-cluster; above 1
   * @param setups number of set-ups; above 0
   * @param firstSeed seed of the first set-up; the others follow
   * @param threads number of concurrent set-ups; does not change the result
   * @return a result per set-up, in the order of the seeds
   * @throws InterruptedException if this thread was interrupted
   */
  public static List<ShareResult> run(int nodes, int setups, long firstSeed, int threads)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, SharesStudy::daemon);
    try {
      List<Future<ShareResult>> under = new ArrayList<>();
      for (int i = 0; i < setups; i++) {
        long seed = firstSeed + i;
        under.add(pool.submit(() -> ShareResult.of(ShareScenario.make(seed, nodes))));
      }
      List<ShareResult> rows = new ArrayList<>();
      for (Future<ShareResult> each : under) {
        rows.add(each.get());
      }
      return rows;
    } catch (ExecutionException e) {
      throw new SimulationException("a set-up failed: " + e.getCause(), e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "shares");
    thread.setDaemon(true);
    return thread;
  }
}
