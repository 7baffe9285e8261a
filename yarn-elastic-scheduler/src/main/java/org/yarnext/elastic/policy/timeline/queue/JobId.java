// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

/**
 * Id of the application that a task belongs to, ordered by submission: as in YARN's application id,
 * the ResourceManager's start time and a sequence number. Immutable.
 */
public final class JobId implements Comparable<JobId> {
  private final long clusterTimestamp;
  private final int sequence;

  private JobId(long clusterTimestamp, int sequence) {
    this.clusterTimestamp = clusterTimestamp;
    this.sequence = sequence;
  }

  /**
   * Creates an id.
   *
   * @param clusterTimestamp start time of the ResourceManager that accepted the application, in ms
   * @param sequence the application's number since that start
   */
  public static JobId of(long clusterTimestamp, int sequence) {
    return new JobId(clusterTimestamp, sequence);
  }

  @Override
  public int compareTo(JobId o) {
    int byCluster = Long.compare(clusterTimestamp, o.clusterTimestamp);
    return byCluster != 0 ? byCluster : Integer.compare(sequence, o.sequence);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof JobId && compareTo((JobId) o) == 0;
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
