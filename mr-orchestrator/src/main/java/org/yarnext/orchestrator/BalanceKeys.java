// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;

/**
 * Configuration keys of the orchestrator's decisions: contention detection, balance, step sizes and
 * minimum resources.
 */
public final class BalanceKeys {
  public static final ConfigurationKey<Double> CONTENTION_SIGMAS =
      ConfigurationKey.decimal(OrchestratorConfiguration.PREFIX + "contention.sigmas", 3.0)
          .between(0.5, 100.0)
          .doc(
              "Minimum distance of a task's usage from its peers', in robust standard "
                  + "deviations, that counts as contention.")
          .live();

  public static final ConfigurationKey<Integer> CONTENTION_DIFFERENCE =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "contention.difference", 30)
          .between(1, 99)
          .unit("percent")
          .doc(
              "Minimum distance of a task's usage from its peers' median that counts as "
                  + "contention, besides the sigmas.")
          .live();

  public static final ConfigurationKey<Integer> BALANCE_GAIN =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "balance.gain", 10)
          .between(0, 1000)
          .unit("percent")
          .doc(
              "How much later than other tasks of its phase a task must end to be helped "
                  + "although one of those cannot be helped.")
          .live();

  public static final ConfigurationKey<Integer> STEP =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "step", 25)
          .between(1, 90)
          .unit("percent")
          .doc("Maximum change of a container's amount in one epoch, relative to the amount.")
          .live();

  public static final ConfigurationKey<Integer> MIN_CHANGE =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "min-change", 2)
          .between(0, 89)
          .unit("percent")
          .doc(
              "Minimum change of a container's amount that is written, relative to the "
                  + "amount; below the step.")
          .live();

  public static final ConfigurationKey<Integer> CPU_FLOOR =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "cpu.floor", 100)
          .between(10, 100_000)
          .unit("millicores")
          .doc("Minimum CPU that a task keeps, unless it requested less.")
          .live();

  public static final ConfigurationKey<Boolean> CPU_SPARE_TO_TASKS =
      ConfigurationKey.flag(OrchestratorConfiguration.PREFIX + "cpu.spare-to-tasks", false)
          .doc(
              "Whether CPU that no container requested goes to tasks of MapReduce and Tez and their"
                  + " Application Masters, while all other containers keep what they requested; if"
                  + " false, any container may use it, in proportion to its request.")
          .live();

  public static final ConfigurationKey<Integer> MEMORY_MARGIN =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.margin", 25)
          .between(0, 1000)
          .unit("percent")
          .doc("Memory that a task keeps in addition to its usage.")
          .live();

  public static final ConfigurationKey<Integer> MEMORY_MARGIN_MB =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.margin-mb", 64)
          .between(0, 1_048_576)
          .unit("MB")
          .doc("Memory that a task keeps in addition to that margin.")
          .live();

  public static final ConfigurationKey<Integer> MEMORY_BEYOND_HEAP =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.beyond-heap", 128)
          .between(0, 1_048_576)
          .unit("MB")
          .doc(
              "Memory that a JVM keeps in addition to its maximum heap; a task whose command sets"
                  + " no maximum heap keeps its requested memory.")
          .live();

  private BalanceKeys() {}

  /** Returns why these keys would prevent every step; null if they do not. */
  static String largeChange(ConfigurationSnapshot s) {
    return s.get(MIN_CHANGE) >= s.get(STEP)
        ? String.format(
            "%s=%s is not below %s=%s: no step would ever be taken; lower it.",
            MIN_CHANGE.name(), s.get(MIN_CHANGE), STEP.name(), s.get(STEP))
        : null;
  }
}
