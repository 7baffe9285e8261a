// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** How much of a heap is left in a smaller container. */
public class HeapRulesTest {
  private static long heapMb(String main, long heapMb, long requestedMb, long grantedMb) {
    LaunchText smaller =
        Launches.decide(Launches.of("java -Xmx" + heapMb + "m " + main), requestedMb, grantedMb)
            .value();
    return TaskVariables.megabytes(smaller.environment(), TaskVariables.HEAP_MB);
  }

  @Test
  public void mapReduceAndTezHeapLeavesAFifthOfTheContainer() {
    for (String main :
        new String[] {
          "org.apache.hadoop.mapred.YarnChild", "org.apache.tez.runtime.task.TezChild"
        }) {
      assertEquals("a fifth, 801 MB", 3199, heapMb(main, 8000, 10_000, 4000));
      assertEquals("256 MB, more than a fifth", 744, heapMb(main, 8000, 10_000, 1000));
      assertEquals("what is beyond a fifth stays", 2199, heapMb(main, 7000, 10_000, 4000));
      assertEquals("less than a fifth", 3500, heapMb(main, 9500, 10_000, 4000));
      assertEquals("256 MB at most, less before", 100, heapMb(main, 900, 1100, 300));
    }
    assertEquals("unknown", 2000, heapMb("org.example.Main", 8000, 10_000, 4000));
    String spark = "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend";
    assertEquals("its overhead stays", 2000, heapMb(spark, 8000, 10_000, 4000));
  }
}
