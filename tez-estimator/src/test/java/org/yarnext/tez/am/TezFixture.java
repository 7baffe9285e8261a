// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;

/** Creates the objects of one Application Master for tests, with a manual clock. */
final class TezFixture {
  private TezFixture() {}

  /**
   * @param keysAndValues keys without their prefix
   */
  static EstimatorContext of(String... keysAndValues) {
    return of(new AtomicLong(), keysAndValues);
  }

  static EstimatorContext of(AtomicLong nowMs, String... keysAndValues) {
    Configuration conf = new Configuration();
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(TezEstimatorConfiguration.PREFIX + keysAndValues[i], keysAndValues[i + 1]);
    }
    return new EstimatorContext(conf, nowMs::get);
  }
}
