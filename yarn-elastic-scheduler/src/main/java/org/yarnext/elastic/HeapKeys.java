// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.elastic.policy.heap.HeapRules;

/**
 * Configuration keys for the heaps of under-sized tasks. The keys are constants of {@link
 * ElasticConfiguration}.
 */
interface HeapKeys {
  ConfigurationKey<Integer> HEAP_FLOOR =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.floor", 256)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "Minimum heap of an under-sized task; a container whose heap would become smaller is"
                  + " launched with its unchanged heap. At least 256 MB of the container remain"
                  + " outside the heap, so no MapReduce or Tez task is placed with less than 512"
                  + " MB.");

  ConfigurationKey<Integer> HEAP_PERCENT =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.percent", 80)
          .between(10, 100)
          .unit("percent")
          .doc(
              "In the ResourceManager: minimum part of the requested memory that is heap."
                  + " MapReduce and Tez use 80 % by default; a Spark executor is assumed to keep"
                  + " 384 MB outside its heap. No task is placed with so little memory that its heap"
                  + " would fall below the floor.");

  ConfigurationKey<Integer> HEAP_SPARK_FLOOR =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.spark-floor", 512)
          .between(16, 1_048_576)
          .unit("MB")
          .doc(
              "Minimum heap of an under-sized Spark executor, which does not start with less"
                  + " than about 450 MB; heap.floor applies where it is larger.");

  ConfigurationKey<Integer> HEAP_SORT_PERCENT =
      ConfigurationKey.integer(ElasticConfiguration.PREFIX + "heap.sort-percent", 50)
          .between(1, 80)
          .unit("percent")
          .doc(
              "Maximum part of a smaller heap for the sort buffer of a map task: the value of"
                  + " YARNEXT_ELASTIC_SORT_MB, to which the map output collector lowers the buffer"
                  + " if the job configures it.");

  ConfigurationKey<Boolean> HEAP_EXIT_ON_OUT_OF_MEMORY =
      ConfigurationKey.flag(ElasticConfiguration.PREFIX + "heap.exit-on-out-of-memory", true)
          .doc(
              "Whether a MapReduce or Tez task with a smaller heap is launched with"
                  + " -XX:+ExitOnOutOfMemoryError, so that the node recognizes that it ran out of"
                  + " memory; a command with its own handling of OutOfMemoryError keeps it.");

  static HeapRules rules(ConfigurationSnapshot s) {
    return new HeapRules(
        s.get(HEAP_FLOOR),
        s.get(HEAP_SPARK_FLOOR),
        s.get(HEAP_SORT_PERCENT),
        s.get(HEAP_EXIT_ON_OUT_OF_MEMORY));
  }
}
