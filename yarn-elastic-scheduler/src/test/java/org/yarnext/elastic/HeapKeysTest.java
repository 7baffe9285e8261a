// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.elastic.task.FittingMapOutputBuffer;

/** The keys of heaps and trust are read with their defaults and refused with their fix. */
public class HeapKeysTest {
  private static ElasticConfiguration read(String... keysAndValues)
      throws InvalidConfigurationException {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(ElasticConfiguration.PREFIX + keysAndValues[i], keysAndValues[i + 1]);
    }
    return ElasticConfiguration.read(conf);
  }

  @Test
  public void defaultsAreValidAndTheModeIsOff() throws Exception {
    ElasticConfiguration conf = read();
    assertEquals(FeatureMode.OFF, conf.mode());
    conf.heapRules();
    conf.trustRules();
    assertEquals(250, conf.guard().deadline().toMillis());
  }

  @Test
  public void heapAndTrustRulesAcceptTheBoundsOfEachKey() throws Exception {
    read("heap.floor", "16", "heap.spark-floor", "16", "heap.sort-percent", "1").heapRules();
    read("heap.floor", "1048576", "heap.sort-percent", "80").heapRules();
    read(
            "trust.distrust-for",
            "1s",
            "trust.run-time-tolerance",
            "1.0",
            "trust.run-time-window",
            "5")
        .trustRules();
    read("trust.distrust-for", "30d", "trust.run-time-window", "60").trustRules();
  }

  @Test
  public void invalidHeapValuesAreAllNamedInTheRefusal() {
    try {
      read("heap.floor", "1", "heap.percent", "101");
      fail("accepted");
    } catch (InvalidConfigurationException e) {
      assertTrue(e.getMessage(), e.getMessage().contains("yarn.elastic.heap.floor=1"));
      assertTrue(e.getMessage(), e.getMessage().contains("yarn.elastic.heap.percent=101"));
    }
  }

  @Test
  public void unknownKeyDoesNotDisableTheOtherKeys() throws Exception {
    assertEquals(FeatureMode.SHADOW, read("mode", "shadow", "later", "1").mode());
  }

  @Test
  public void sortBufferKeyAndDefaultAreTheSameInTheTaskJar() {
    assertEquals(
        ElasticConfiguration.HEAP_SORT_PERCENT.name(), FittingMapOutputBuffer.SORT_PERCENT);
    assertEquals(
        ElasticConfiguration.HEAP_SORT_PERCENT.defaultValue().intValue(),
        FittingMapOutputBuffer.DEFAULT_SORT_PERCENT);
  }
}
