// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.study.measure.RunResult;
import org.yarnext.tools.simulate.study.measure.StudyCell;
import org.yarnext.tools.simulate.world.SimulatedSystem;

/**
 * Runs each cell on each system with each seed, several runs at a time, each on one thread. The
 * results are in the order of cells, systems and seeds, whichever run ended first.
 */
public final class StudyRunner {
  private final int threads;
  private final StudyProgress progress;

  /**
   * @param threads number of concurrent runs; above 0
   */
  public StudyRunner(int threads, StudyProgress progress) {
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Runs all cells with all systems and seeds. Runs of a system that must be alone do not overlap.
   *
   * @param firstSeed the first seed; the others follow
   * @param seeds number of seeds; above 0
   * @throws SimulationException of the first run, in order, that failed
   * @throws InterruptedException if this thread was interrupted; running simulations are left to
   *     end
   */
  public List<RunResult> run(
      List<StudyCell> cells, List<SimulatedSystem> systems, long firstSeed, int seeds)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads, StudyRunner::daemon);
    Object alone = new Object();
    try {
      List<Future<RunResult>> runs = new ArrayList<>();
      for (StudyCell cell : cells) {
        for (SimulatedSystem system : systems) {
          for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            long one = seed;
            Object lock = system.isExclusive() ? alone : new Object();
            runs.add(
                pool.submit(
                    () -> {
                      synchronized (lock) {
                        return run(cell, system, one);
                      }
                    }));
          }
        }
      }
      progress.planned(runs.size());
      List<RunResult> rows = new ArrayList<>();
      for (Future<RunResult> run : runs) {
        rows.add(row(run));
      }
      progress.ended();
      return rows;
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "simulation");
    thread.setDaemon(true);
    return thread;
  }

  private RunResult run(StudyCell cell, SimulatedSystem system, long seed) {
    int[] known = {0};
    ProgressListener listener =
        (done, all, nowMs) -> {
          int thousandths = (int) (1_000 * done / Math.max(1, all));
          progress.more(thousandths - known[0]);
          known[0] = thousandths;
        };
    long startNs = progress.nanoTime();
    RunResult row =
        new RunResult(
            cell,
            system.name(),
            seed,
            system.run(cell.workload(seed), cell.topology(), cell.settings(), seed, listener));
    progress.more(1_000 - known[0]);
    progress.ended(row, progress.nanoTime() - startNs);
    return row;
  }

  private static RunResult row(Future<RunResult> run) throws InterruptedException {
    try {
      return run.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SimulationException) {
        throw new SimulationException(e.getCause().getMessage(), e);
      }
      throw new SimulationException("a run failed: " + e.getCause(), e);
    }
  }
}
