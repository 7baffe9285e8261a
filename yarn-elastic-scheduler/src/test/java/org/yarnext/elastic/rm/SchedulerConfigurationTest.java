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

/** What the ResourceManager's part reads, and how it refuses. */
public class SchedulerConfigurationTest {
  private final Configuration conf = new Configuration(false);

  private String refusal() {
    return assertThrows(
            InvalidConfigurationException.class, () -> ElasticConfiguration.readForScheduler(conf))
        .getMessage();
  }

  @Test
  public void byDefaultItIsOff() throws Exception {
    ElasticConfiguration read = ElasticConfiguration.readForScheduler(conf);
    assertEquals(FeatureMode.OFF, read.mode());
    assertEquals(1_000, read.timelineIntervalMs());
    assertEquals(250, read.guard().deadline().toMillis());
    assertEquals(5, read.guard().failuresToTrip());
    assertEquals(60_000, read.guard().coolDown().toMillis());
  }

  @Test
  public void aMissingProcessorIsNamedWithTheFix() {
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
  public void theProcessorIsNotMissedElsewhere() throws Exception {
    conf.set("yarn.elastic.mode", "on");
    assertEquals(FeatureMode.ON, ElasticConfiguration.read(conf).mode());
  }

  @Test
  public void valuesOutsideTheirBoundsAreRefused() {
    conf.set("yarn.elastic.timeline.interval", "10ms");
    conf.set("yarn.elastic.guard.failures-to-trip", "0");
    String text = refusal();
    assertTrue(text, text.contains("yarn.elastic.timeline.interval=10ms"));
    assertTrue(text, text.contains("yarn.elastic.guard.failures-to-trip=0"));
  }
}
