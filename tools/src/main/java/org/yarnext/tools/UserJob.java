// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

/**
 * Base of recorded and simulated jobs: name, framework, user, queue and submission time. Immutable.
 */
public abstract class UserJob {
  private final String name;
  private final String framework;
  private final String user;
  private final String queue;
  private final long submitMs;

  protected UserJob(String name, String framework, String user, String queue, long submitMs) {
    this.name = name;
    this.framework = framework;
    this.user = user;
    this.queue = queue;
    this.submitMs = submitMs;
  }

  /** Returns the submitted name; runs of one job may share it. */
  public final String name() {
    return name;
  }

  /** Returns the application type in upper case, such as {@code MAPREDUCE}. */
  public final String framework() {
    return framework;
  }

  public final String user() {
    return user;
  }

  /** Returns the queue: a path, below root in workloads, or the name of a leaf in histories. */
  public final String queue() {
    return queue;
  }

  /** Returns the submission in ms: since 1970 in histories, since the start in workloads. */
  public final long submitMs() {
    return submitMs;
  }
}
