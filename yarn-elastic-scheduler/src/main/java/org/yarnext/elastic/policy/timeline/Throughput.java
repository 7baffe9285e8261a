/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.timeline;

import java.util.Arrays;

/**
 * Extrapolates when work is done that a layout had no steps left to place: as a fluid, at the rate
 * of memory the layout kept busy.
 *
 * <p>First in, first out: what runs ends first, then each job's work in turn. Fair: all jobs with
 * work left share the rate equally, so that those with least are done first. Work is in MB × ms;
 * the result is exact where tasks are small beside nodes and jobs, else off by about a run time.
 */
final class Throughput {
  private Throughput() {}

  /**
   * @param running by job, what is placed and not done
   * @param waiting by job, what is not placed; jobs in submission order
   * @param mb memory kept busy, above 0
   * @return ms until each job's work is done
   */
  static double[] msToEnd(JobOrder order, double[] running, double[] waiting, double mb) {
    return order == JobOrder.FIFO ? inTurn(running, waiting, mb) : sharing(running, waiting, mb);
  }

  private static double[] inTurn(double[] running, double[] waiting, double mb) {
    double done = Arrays.stream(running).sum();
    double[] ms = new double[waiting.length];
    for (int job = 0; job < ms.length; job++) {
      done += waiting[job];
      ms[job] = done / mb;
    }
    return ms;
  }

  private static double[] sharing(double[] running, double[] waiting, double mb) {
    int jobs = waiting.length;
    double[] work = new double[jobs];
    Integer[] leastFirst = new Integer[jobs];
    for (int job = 0; job < jobs; job++) {
      work[job] = running[job] + waiting[job];
      leastFirst[job] = job;
    }
    Arrays.sort(leastFirst, (a, b) -> Double.compare(work[a], work[b]));
    double[] ms = new double[jobs];
    double before = 0;
    double elapsed = 0;
    for (int i = 0; i < jobs; i++) {
      int job = leastFirst[i];
      elapsed += (work[job] - before) * (jobs - i) / mb;
      before = work[job];
      ms[job] = elapsed;
    }
    return ms;
  }
}
