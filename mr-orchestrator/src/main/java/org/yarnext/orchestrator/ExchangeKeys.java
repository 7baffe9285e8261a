// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import java.time.Duration;
import org.yarnext.common.conf.ConfigurationKey;

/**
 * Configuration keys of the orchestrator's communication between NodeManagers, ResourceManager and
 * applications.
 */
public final class ExchangeKeys {
  public static final ConfigurationKey<Integer> PORT =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "port", 8058)
          .between(1, 65_535)
          .doc(
              "Port on the resource tracker's host on which the active ResourceManager "
                  + "listens for NodeManagers; the same on all daemons.");

  public static final ConfigurationKey<Integer> HANDLERS =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "rpc.handlers", 8)
          .between(1, 1000)
          .unit("threads")
          .doc("Number of threads of the ResourceManager that answer NodeManagers.");

  public static final ConfigurationKey<Duration> TIMEOUT =
      ConfigurationKey.duration(
              OrchestratorConfiguration.PREFIX + "rpc.timeout", Duration.ofSeconds(5))
          .between(Duration.ofMillis(100), Duration.ofMinutes(1))
          .doc("Timeout of a call between the two, or to an Application Master.")
          .live();

  public static final ConfigurationKey<String> PROGRESS =
      ConfigurationKey.text(OrchestratorConfiguration.PREFIX + "progress", "masters")
          .doc(
              "Source of the progress of tasks for the ResourceManager: masters (the "
                  + "Application Masters of MapReduce and Tez), mapreduce or tez (of one of the "
                  + "two), none, or the class name of a ProgressSource.");

  public static final ConfigurationKey<Integer> PROGRESS_MAX_TASKS =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "progress.max-tasks", 5_000)
          .between(1, 1_000_000)
          .unit("tasks")
          .doc(
              "Maximum number of tasks of a MapReduce phase whose progress is requested; its "
                  + "Application Master answers with all of them.")
          .live();

  private ExchangeKeys() {}
}
