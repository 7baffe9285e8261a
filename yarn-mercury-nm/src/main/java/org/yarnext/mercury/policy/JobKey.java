// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

/**
 * The application that a container belongs to, ordered by submission: YARN's application id carries
 * the ResourceManager's start time and a sequence number, so no clock of another machine is
 * compared.
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
