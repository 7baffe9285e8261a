// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Stock schedulers that a ResourceManager may run, or that its elastic scheduler may extend. */
public enum StockScheduler {
  CAPACITY("org.yarnext.elastic.rm.ElasticCapacityScheduler"),
  FAIR("org.yarnext.elastic.rm.ElasticFairScheduler"),
  FIFO(null),
  UNKNOWN(null);

  /** Key of the CapacityScheduler for the class that compares resources. */
  public static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

  private static final Pattern CAPACITY_KEY =
      Pattern.compile("yarn\\.scheduler\\.capacity\\.root\\..+\\.(maximum-)?capacity");

  private static final String STOCK = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  private final String elasticClass;

  StockScheduler(String elasticClass) {
    this.elasticClass = elasticClass;
  }

  /** Returns the elastic scheduler that replaces it, or null if there is none. */
  public String elasticClass() {
    return elasticClass;
  }

  /**
   * Returns the store in which the CapacityScheduler keeps its settings over a restart, such as zk;
   * null if it reads capacity-scheduler.xml whenever it starts.
   */
  public static String storeOf(Configuration conf) {
    String store = conf.getTrimmed(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "");
    boolean isFile =
        store.isEmpty()
            || store.equals(YarnConfiguration.FILE_CONFIGURATION_STORE)
            || store.equals(YarnConfiguration.MEMORY_CONFIGURATION_STORE);
    return isFile ? null : store;
  }

  /**
   * Returns the keys that give queues of the CapacityScheduler an absolute capacity without vcores,
   * which is one of no vcores for a calculator that counts them.
   */
  public static Set<String> withoutVcores(Configuration conf) {
    Set<String> keys = new TreeSet<>();
    for (Map.Entry<String, String> entry : conf) {
      String value = entry.getValue().trim();
      if (CAPACITY_KEY.matcher(entry.getKey()).matches()
          && value.startsWith("[")
          && value.contains("memory")
          && !value.contains("vcores")) {
        keys.add(entry.getKey());
      }
    }
    return keys;
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
