// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Stock schedulers that a ResourceManager may run, or that its elastic scheduler may extend. */
public enum StockScheduler {
  CAPACITY("org.yarnext.elastic.rm.ElasticCapacityScheduler"),
  FAIR("org.yarnext.elastic.rm.ElasticFairScheduler"),
  FIFO(null),
  UNKNOWN(null);

  private static final String STOCK = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  private final String elasticClass;

  StockScheduler(String elasticClass) {
    this.elasticClass = elasticClass;
  }

  /** Returns the elastic scheduler that replaces it, or null if there is none. */
  public String elasticClass() {
    return elasticClass;
  }

  public static StockScheduler of(Configuration conf) {
    String name =
        conf.getTrimmed(YarnConfiguration.RM_SCHEDULER, YarnConfiguration.DEFAULT_RM_SCHEDULER);
    if (name.equals(STOCK + "capacity.CapacityScheduler") || name.equals(CAPACITY.elasticClass)) {
      return CAPACITY;
    }
    if (name.equals(STOCK + "fair.FairScheduler") || name.equals(FAIR.elasticClass)) {
      return FAIR;
    }
    return name.equals(STOCK + "fifo.FifoScheduler") ? FIFO : UNKNOWN;
  }
}
