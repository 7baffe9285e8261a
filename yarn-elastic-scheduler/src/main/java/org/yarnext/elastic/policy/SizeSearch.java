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
package org.yarnext.elastic.policy;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.LeastMemory;

/**
 * One size a task may be given, and the search among all of them.
 *
 * <p>What an application asks for beyond the task's ideal memory is kept: what the container loses,
 * the task loses. Immutable.
 */
final class SizeSearch {
  private final long grantedMb;
  private final double runMs;
  private final double diskMbPerSecond;

  private SizeSearch(long grantedMb, double runMs, double diskMbPerSecond) {
    this.grantedMb = grantedMb;
    this.runMs = runMs;
    this.diskMbPerSecond = diskMbPerSecond;
  }

  /** The largest size below what is asked that fits into the memory; may be below the least. */
  static long largest(ElasticTask task, long freeMb) {
    long most = Math.min(task.askedMb() - 1, freeMb);
    long steps = -Math.floorDiv(most - task.askedMb(), task.stepMb());
    return task.askedMb() - steps * task.stepMb();
  }

  /**
   * The least memory that yields the lowest run time (YARN-ME, section 3.3, Algorithm 1 lines 7 and
   * 9); null if the model gives no usable run time for any size.
   */
  static SizeSearch fastest(ElasticTask task, long freeMb) {
    LeastMemory least =
        LeastMemory.of(task.model(), task.askedMb(), task.leastMb(), task.stepMb(), freeMb);
    return least == null
        ? null
        : new SizeSearch(least.memoryMb(), least.runTimeMs(), least.diskMbPerSecond());
  }

  /**
   * The least size of the lowest cost among those allowed; null if there is none. Of more than
   * {@link LeastMemory#MAX_EVALUATIONS} sizes as many evenly spaced ones are looked at, the least
   * one included.
   */
  static SizeSearch cheapest(
      ElasticTask task,
      long freeMb,
      ToDoubleFunction<SizeSearch> cost,
      Predicate<SizeSearch> allowed) {
    ElasticityModel model = task.model();
    long kept = Math.max(0, task.askedMb() - model.idealMemoryMb());
    SizeSearch best = null;
    long largest = largest(task, freeMb);
    long most = Math.floorDiv(largest - Math.max(task.leastMb(), kept + 1), task.stepMb());
    long stride = Math.max(0, most) / LeastMemory.MAX_EVALUATIONS + 1;
    for (long steps = Math.floorMod(most, stride); steps <= most; steps += stride) {
      long mb = largest - steps * task.stepMb();
      double runMs = model.runTimeMs(mb - kept);
      if (runMs >= 0 && runMs < Long.MAX_VALUE) {
        SizeSearch size = new SizeSearch(mb, runMs, model.diskMbPerSecond(mb - kept));
        if ((best == null || cost.applyAsDouble(size) <= cost.applyAsDouble(best))
            && allowed.test(size)) {
          best = size;
        }
      }
    }
    return best;
  }

  long grantedMb() {
    return grantedMb;
  }

  double runMs() {
    return runMs;
  }

  double diskMbPerSecond() {
    return diskMbPerSecond;
  }

  boolean endsBy(long endMs, long nowMs) {
    return nowMs + runMs <= endMs;
  }

  boolean isWithin(double freeDiskMbPerSecond) {
    return diskMbPerSecond <= freeDiskMbPerSecond;
  }
}
