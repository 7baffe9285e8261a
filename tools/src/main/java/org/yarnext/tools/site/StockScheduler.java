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
package org.yarnext.tools.site;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Which of stock's schedulers a ResourceManager has, or which of them ours extends. */
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

  /** The elastic scheduler in its place; null if there is none. */
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
