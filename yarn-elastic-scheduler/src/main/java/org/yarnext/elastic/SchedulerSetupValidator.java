// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import static org.yarnext.elastic.ElasticConfiguration.CLAIMS_QUEUES;
import static org.yarnext.elastic.ElasticConfiguration.MODE;
import static org.yarnext.elastic.ElasticConfiguration.RESERVATIONS;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.queue.QueueSettings;

/**
 * Validates settings across elastic keys and the scheduler's set-up. Each check returns a sentence
 * about the problem, or null.
 */
final class SchedulerSetupValidator {
  /**
   * Class name of the processor without which application masters refuse under-sized containers.
   */
  private static final String PROCESSOR = "org.yarnext.elastic.rm.ElasticAmsProcessor";

  private SchedulerSetupValidator() {}

  static String refusalOnCapacityScheduler(Configuration conf) {
    if (conf.getBoolean(CapacitySchedulerConfiguration.MULTI_NODE_PLACEMENT_ENABLED, false)) {
      return CapacitySchedulerConfiguration.MULTI_NODE_PLACEMENT_ENABLED
          + "=true offers several nodes at a time, but elastic placement needs"
          + " one: set it to false, or "
          + MODE.name()
          + " to off.";
    }
    String wanted = conf.getTrimmed(RESERVATIONS.name(), "stock");
    boolean isAsynchronous =
        conf.getBoolean(CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE, false);
    return isAsynchronous && !wanted.equals("stock")
        ? RESERVATIONS.name()
            + "="
            + wanted
            + " needs a single scheduling thread, but "
            + CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE
            + "=true starts several: set the former to stock, its default then, or"
            + " the latter to false."
        : null;
  }

  static String badQueues(ConfigurationSnapshot s) {
    try {
      acceptedQueues(s);
      return null;
    } catch (IllegalArgumentException e) {
      return CLAIMS_QUEUES.name() + "=" + s.get(CLAIMS_QUEUES) + ": " + e.getMessage() + ".";
    }
  }

  static QueueSettings<Boolean> acceptedQueues(ConfigurationSnapshot s) {
    return QueueSettings.parse(s.get(CLAIMS_QUEUES), SchedulerSetupValidator::flag);
  }

  private static boolean flag(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("\"" + text + "\" is neither true nor false");
    }
    return text.equals("true");
  }

  static String unshown(ConfigurationSnapshot s, Configuration conf) {
    String key = YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS;
    return s.get(MODE).acts() && !Arrays.asList(conf.getTrimmedStrings(key)).contains(PROCESSOR)
        ? MODE.name()
            + "=on needs "
            + PROCESSOR
            + " in "
            + key
            + "="
            + conf.get(key, "")
            + ", first in the list: without it application masters refuse smaller containers; add"
            + " it, or set the mode to shadow or off."
        : null;
  }
}
