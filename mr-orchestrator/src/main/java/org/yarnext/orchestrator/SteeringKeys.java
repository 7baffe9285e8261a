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
package org.yarnext.orchestrator;

import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;

/** Configuration keys of contention, balance, steps and minimum resources. */
public final class SteeringKeys {
  public static final ConfigurationKey<Double> CONTENTION_SIGMAS =
      ConfigurationKey.decimal(OrchestratorConfiguration.PREFIX + "contention.sigmas", 3.0)
          .between(0.5, 100.0)
          .doc(
              "How many robust standard deviations from its peers a task's use must be to be noticed.");

  public static final ConfigurationKey<Integer> CONTENTION_DIFFERENCE =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "contention.difference", 30)
          .between(1, 99)
          .unit("percent")
          .doc("How far from the median of its peers it must be besides.");

  public static final ConfigurationKey<Integer> BALANCE_GAIN =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "balance.gain", 10)
          .between(0, 1000)
          .unit("percent")
          .doc(
              "How much later than the others of its phase a task must end for help to it to be of"
                  + " use, when one of the others cannot be helped.");

  public static final ConfigurationKey<Integer> STEP =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "step", 25)
          .between(1, 90)
          .unit("percent")
          .doc("How much of what a container has it gains or loses at most in one epoch.");

  public static final ConfigurationKey<Integer> MIN_CHANGE =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "least-change", 2)
          .between(0, 89)
          .unit("percent")
          .doc("Below which change of what a container has nothing is written; below the step.");

  public static final ConfigurationKey<Integer> CPU_FLOOR =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "cpu.floor", 100)
          .between(10, 100_000)
          .unit("millicores")
          .doc("The least CPU any task keeps, unless it asked for less.");

  public static final ConfigurationKey<Boolean> CPU_SPARE_TO_TASKS =
      ConfigurationKey.flag(OrchestratorConfiguration.PREFIX + "cpu.spare-to-tasks", false)
          .doc(
              "Whether CPU that no container has asked for goes to tasks of MapReduce and Tez and their"
                  + " Application Masters, all other containers keeping what they asked for; else it"
                  + " goes to whoever wants it, in proportion to what each asked for.");

  public static final ConfigurationKey<Integer> MEMORY_MARGIN =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.margin", 25)
          .between(0, 1000)
          .unit("percent")
          .doc("How much memory beyond what it uses a task keeps.");

  public static final ConfigurationKey<Integer> MEMORY_MARGIN_MB =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.margin-mb", 64)
          .between(0, 1_048_576)
          .unit("MB")
          .doc("How much it keeps beyond that.");

  public static final ConfigurationKey<Integer> MEMORY_BEYOND_HEAP =
      ConfigurationKey.integer(OrchestratorConfiguration.PREFIX + "memory.beyond-heap", 128)
          .between(0, 1_048_576)
          .unit("MB")
          .doc(
              "What a JVM keeps beside the largest heap its command allows; one whose command does not"
                  + " tell keeps what it asked for.");

  private SteeringKeys() {}

  /** Returns why these keys would prevent every step; null if they do not. */
  static String largeChange(ConfigurationSnapshot s) {
    return s.get(MIN_CHANGE) >= s.get(STEP)
        ? String.format(
            "%s=%s is not below %s=%s: no step would ever be taken; lower it.",
            MIN_CHANGE.name(), s.get(MIN_CHANGE), STEP.name(), s.get(STEP))
        : null;
  }
}
