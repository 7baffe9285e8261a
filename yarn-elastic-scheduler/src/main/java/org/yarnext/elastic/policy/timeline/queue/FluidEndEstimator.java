// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Estimates the ends of jobs whose tasks a layout has no steps left to place. Work is treated as a
 * fluid, done at the rate of the memory that the layout kept busy; queues with work left divide
 * this rate by their shares.
 *
 * <p>In a FIFO queue, running tasks end first, then each job's work in turn. In a fair queue, all
 * jobs with work left share the rate equally, so that the job with the least work ends first. Work
 * is in MB × ms. The result is exact where tasks are small beside nodes and jobs, and otherwise off
 * by about a run time.
 */
public final class FluidEndEstimator {
  private final QueueShares queues;
  private final int[] queueOf;

  /** Work that its queue has done before each job's end, by job. */
  private final double[] done;

  /** Total work by queue. */
  private final double[] all;

  private FluidEndEstimator(QueueShares queues, int[] queueOf, double[] running, double[] waiting) {
    this.queues = queues;
    this.queueOf = queueOf;
    done = new double[waiting.length];
    all = new double[queues.count()];
    List<List<Integer>> jobs = new ArrayList<>();
    for (int queue = 0; queue < all.length; queue++) {
      jobs.add(new ArrayList<>());
    }
    for (int job = 0; job < queueOf.length; job++) {
      jobs.get(queueOf[job]).add(job);
      all[queueOf[job]] += running[job] + waiting[job];
    }
    for (int queue = 0; queue < all.length; queue++) {
      if (queues.order(queue) == JobOrder.FIFO) {
        inTurn(jobs.get(queue), running, waiting);
      } else {
        sharing(jobs.get(queue), running, waiting);
      }
    }
  }

  /**
   * Estimates the ends of jobs.
   *
   * @param queueOf by job, the number of its queue
   * @param running remaining placed work by job
   * @param waiting unplaced work by job; jobs in submission order
   * @param mb memory kept busy, above 0
   * @return ms until each job's work is done
   */
  public static double[] msToEnd(
      QueueShares queues, int[] queueOf, double[] running, double[] waiting, double mb) {
    return new FluidEndEstimator(queues, queueOf, running, waiting).msToEnd(mb);
  }

  private void inTurn(List<Integer> jobs, double[] running, double[] waiting) {
    double work = jobs.stream().mapToDouble(job -> running[job]).sum();
    for (int job : jobs) {
      work += waiting[job];
      done[job] = work;
    }
  }

  private void sharing(List<Integer> jobs, double[] running, double[] waiting) {
    List<Integer> leastFirst = new ArrayList<>(jobs);
    leastFirst.sort(Comparator.comparingDouble(job -> running[job] + waiting[job]));
    double before = 0;
    double work = 0;
    for (int i = 0; i < leastFirst.size(); i++) {
      int job = leastFirst.get(i);
      double jobWork = running[job] + waiting[job];
      work += (jobWork - before) * (leastFirst.size() - i);
      before = jobWork;
      done[job] = work;
    }
  }

  /** Measures time by the work that a queue of share 1 has done meanwhile. */
  private double[] msToEnd(double mb) {
    int[] leastFirst =
        IntStream.range(0, all.length)
            .filter(queue -> all[queue] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble(queue -> turn(all[queue], queue)))
            .mapToInt(queue -> queue)
            .toArray();
    double shares = Arrays.stream(leastFirst).mapToDouble(queues::share).sum();
    double turn = 0;
    double elapsed = 0;
    int over = 0;
    double[] ms = new double[done.length];
    for (int job : byTurn()) {
      double own = turn(done[job], queueOf[job]);
      while (over < leastFirst.length && turn(all[leastFirst[over]], leastFirst[over]) < own) {
        int queue = leastFirst[over++];
        elapsed += (turn(all[queue], queue) - turn) * shares / mb;
        turn = turn(all[queue], queue);
        shares -= queues.share(queue);
      }
      // Never less than its own share, to which the remainder may have been rounded.
      elapsed += (own - turn) * Math.max(shares, queues.share(queueOf[job])) / mb;
      turn = own;
      ms[job] = elapsed;
    }
    return ms;
  }

  private int[] byTurn() {
    return IntStream.range(0, done.length)
        .boxed()
        .sorted(Comparator.comparingDouble(job -> turn(done[job], queueOf[job])))
        .mapToInt(job -> job)
        .toArray();
  }

  private double turn(double work, int queue) {
    return Math.min(work, all[queue]) / queues.share(queue);
  }
}
