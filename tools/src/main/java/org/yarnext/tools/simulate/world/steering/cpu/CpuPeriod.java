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
package org.yarnext.tools.simulate.world.steering.cpu;

/** A time in which a task does one thing: run on so many threads, or wait. Immutable. */
public final class CpuPeriod {
  final int threads;
  final double ms;
  final double progress;

  /**
   * @param threads 0 for a wait
   * @param ms work in ms of processors of speed 1, or the length of the wait
   * @param progress progress that the task reports for it
   */
  CpuPeriod(int threads, double ms, double progress) {
    this.threads = threads;
    this.ms = ms;
    this.progress = progress;
  }

  boolean waits() {
    return threads == 0;
  }
}
