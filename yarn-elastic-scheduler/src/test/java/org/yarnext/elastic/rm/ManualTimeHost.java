// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;

/** A host whose time stands still until a test changes it, and that repeats no work. */
public class ManualTimeHost implements ElasticHost {
  public long nowMs;

  /** Time by which the wall clock was set back, in ms. */
  public long setBackMs;

  public ManualTimeHost(long nowMs) {
    this.nowMs = nowMs;
  }

  @Override
  public long nowMs() {
    return nowMs - setBackMs;
  }

  @Override
  public long nanoTime() {
    return (nowMs() + setBackMs) * 1_000_000;
  }

  @Override
  public long startedMs(RMContainer container) {
    return nowMs() + setBackMs;
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    throw new AssertionError(name + " is repeated: the scheduler should not be started");
  }

  @Override
  public ProfileSource profiles() {
    return null;
  }
}
