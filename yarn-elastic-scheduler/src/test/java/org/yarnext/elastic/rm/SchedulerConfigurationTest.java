// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.elastic.ElasticConfiguration;

/** The configuration that the ResourceManager's part reads, and its refusals. */
public class SchedulerConfigurationTest {
  private final Configuration conf = new Configuration(false);

  private String refusal() {
    return assertThrows(
            InvalidConfigurationException.class, () -> ElasticConfiguration.readForScheduler(conf))
        .getMessage();
  }

  @Test
  public void modeIsOffByDefault() throws Exception {
    ElasticConfiguration read = ElasticConfiguration.readForScheduler(conf);
    assertEquals(FeatureMode.OFF, read.mode());
    assertEquals(1_000, read.timelineIntervalMs());
    assertEquals(250, read.guard().deadline().toMillis());
    assertEquals(5, read.guard().failuresToTrip());
    assertEquals(60_000, read.guard().coolDown().toMillis());
  }

  @Test
  public void missingProcessorIsNamedWithTheFix() {
    conf.set("yarn.elastic.mode", "on");
    conf.set(YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS, "org.example.Other");
    String text = refusal();
    assertTrue(text, text.contains(ElasticAmsProcessor.class.getName()));
    assertTrue(
        text,
        text.contains(
            YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS + "=org.example.Other"));
    assertTrue(text, text.contains("add it"));
  }

  @Test
  public void processorIsRequiredOnlyInTheScheduler() throws Exception {
    conf.set("yarn.elastic.mode", "on");
    assertEquals(FeatureMode.ON, ElasticConfiguration.read(conf).mode());
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    conf.set("yarn.elastic.timeline.interval", "10ms");
    conf.set("yarn.elastic.guard.failures-to-trip", "0");
    String text = refusal();
    assertTrue(text, text.contains("yarn.elastic.timeline.interval=10ms"));
    assertTrue(text, text.contains("yarn.elastic.guard.failures-to-trip=0"));
  }
}
