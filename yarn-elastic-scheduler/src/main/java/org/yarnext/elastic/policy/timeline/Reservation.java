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

import java.util.Objects;

/** Room on a node kept for a waiting task of a job. Immutable. */
public final class Reservation {
  private final JobId job;
  private final long memoryMb;
  private final int vcores;

  /**
   * Creates a reservation.
   *
   * @param job the waiting task's job, not null
   * @param memoryMb memory requested by the task, in MB
   * @param vcores vcores requested by the task
   */
  public Reservation(JobId job, long memoryMb, int vcores) {
    this.job = Objects.requireNonNull(job, "job");
    this.memoryMb = memoryMb;
    this.vcores = vcores;
  }

  public JobId job() {
    return job;
  }

  public long memoryMb() {
    return memoryMb;
  }

  public int vcores() {
    return vcores;
  }

  @Override
  public String toString() {
    return job + ":" + memoryMb + "MB," + vcores + "c";
  }
}
