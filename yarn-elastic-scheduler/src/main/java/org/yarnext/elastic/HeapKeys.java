// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.elastic.policy.heap.HeapRules;

/**
 * Keys of the heaps of under-sized tasks. The keys are constants of {@link ElasticConfiguration}.
 */
interface HeapKeys {
  ConfigurationKey<Integer> HEAP_FLOOR =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.floor", 256)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "The least heap of an under-sized task: a container whose heap would become smaller is"
                  + " launched with the heap it asked for. Beside it the container keeps 256 MB or"
                  + " more, so that no MapReduce or Tez task is placed with less than 512 MB.");

  ConfigurationKey<Integer> HEAP_PERCENT =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.percent", 80)
          .between(10, 100)
          .unit("percent")
          .doc(
              "In the ResourceManager: how much of the memory they ask for tasks give to their heap, at"
                  + " least; MapReduce and Tez give 80 % unless told otherwise, and a Spark executor"
                  + " is taken to keep 384 MB beside it. No task is placed with so little that less"
                  + " than its floor would be left of that.");

  ConfigurationKey<Integer> HEAP_SPARK_FLOOR =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.spark-floor", 512)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "The same of a Spark executor, which does not start with less than about 450 MB; where"
                  + " heap.floor is larger, that counts.");

  ConfigurationKey<Integer> HEAP_SORT_PERCENT =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.sort-percent", 50)
          .between(1, 80)
          .unit("percent")
          .doc(
              "The part of a smaller heap that the sort buffer of a map task may have: what"
                  + " YARNEXT_ELASTIC_SORT_MB tells the task, and in the job's configuration what the"
                  + " map output collector lowers it to.");

  ConfigurationKey<Boolean> HEAP_EXIT_ON_OUT_OF_MEMORY =
      ConfigurationKey.flag(ElasticConfiguration.PREFIX + "heap.exit-on-out-of-memory", true)
          .doc(
              "Whether a MapReduce or Tez task with a smaller heap is launched with"
                  + " -XX:+ExitOnOutOfMemoryError, without which a node cannot see that it ran out of"
                  + " memory; a command that handles it in its own way keeps that.");

  static HeapRules rules(ConfigurationSnapshot s) {
    return new HeapRules(
        s.get(HEAP_FLOOR),
        s.get(HEAP_SPARK_FLOOR),
        s.get(HEAP_SORT_PERCENT),
        s.get(HEAP_EXIT_ON_OUT_OF_MEMORY));
  }
}
