// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import java.util.Locale;

/**
 * The two numbers that identify an application in all ids of YARN, MapReduce and Tez: the cluster's
 * start in ms since the epoch, and the application's number. Immutable.
 */
public final class ApplicationKey {
  private final long clusterMs;
  private final int number;

  ApplicationKey(long clusterMs, int number) {
    this.clusterMs = clusterMs;
    this.number = number;
  }

  /**
   * Parses an id of an application, an attempt, a container, a MapReduce job or task, or a DAG.
   *
   * @param id the id and nothing else; not null
   * @return the application that it belongs to; null if the text is no such id
   */
  public static ApplicationKey parse(String id) {
    ApplicationIdTokenizer ids = new ApplicationIdTokenizer(id);
    ApplicationKey found = ids.next();
    return found != null && ids.isWholeText() ? found : null;
  }

  /** Returns the cluster's start, in ms since the epoch. */
  public long clusterMs() {
    return clusterMs;
  }

  /** Returns the application's number in its cluster. */
  public int number() {
    return number;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ApplicationKey
        && ((ApplicationKey) other).clusterMs == clusterMs
        && ((ApplicationKey) other).number == number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(clusterMs) * 31 + number;
  }

  /** Returns the application's id. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "application_%d_%04d", clusterMs, number);
  }
}
