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
package org.yarnext.mercury.policy;

/**
 * The application a container works for, ordered by submission: YARN's application id carries the
 * ResourceManager's start time and a sequence number, so no clock of another machine is compared.
 */
public final class JobKey implements Comparable<JobKey> {
  private final long clusterTimestamp;
  private final int sequence;

  private JobKey(long clusterTimestamp, int sequence) {
    this.clusterTimestamp = clusterTimestamp;
    this.sequence = sequence;
  }

  /**
   * Creates a key.
   *
   * @param clusterTimestamp start time of the ResourceManager that accepted the application, in ms
   * @param sequence the application's number since that start
   */
  public static JobKey of(long clusterTimestamp, int sequence) {
    return new JobKey(clusterTimestamp, sequence);
  }

  @Override
  public int compareTo(JobKey o) {
    int byCluster = Long.compare(clusterTimestamp, o.clusterTimestamp);
    return byCluster != 0 ? byCluster : Integer.compare(sequence, o.sequence);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof JobKey && compareTo((JobKey) o) == 0;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(clusterTimestamp) * 31 + sequence;
  }

  @Override
  public String toString() {
    return clusterTimestamp + "_" + sequence;
  }
}
