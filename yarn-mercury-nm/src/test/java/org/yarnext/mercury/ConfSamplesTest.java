// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.RequestInterceptor;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.mercury.policy.container.OpportunisticQuota;

/** Mercury's samples as an operator merges them: each daemon takes them and has the classes. */
public class ConfSamplesTest {
  private static final String[] SAMPLES = {"mercury", "mercury-hybrid", "mercury-distributed"};

  private static Configuration sample(String name) {
    Configuration conf = shadow(name);
    conf.addResource(new Path(new File("../conf-samples/" + name + "/yarn-site-on.xml").toURI()));
    return conf;
  }

  private static Configuration shadow(String name) {
    Configuration conf = new YarnConfiguration();
    conf.addResource(new Path(new File("../conf-samples/" + name + "/yarn-site.xml").toURI()));
    return conf;
  }

  @Test
  public void samplesAreCompletelyListed() {
    String[] found = new File("../conf-samples").list((dir, name) -> name.startsWith("mercury"));
    Arrays.sort(found);
    String[] expected = SAMPLES.clone();
    Arrays.sort(expected);
    assertEquals(Arrays.asList(expected), Arrays.asList(found));
  }

  @Test
  public void samplesAreAcceptedAndNameLoadableClasses() throws Exception {
    for (String name : SAMPLES) {
      Configuration conf = sample(name);
      MercuryConfiguration node = MercuryConfiguration.read(conf);
      assertEquals(name, FeatureMode.ON, node.mode());
      assertEquals(name, FeatureMode.ON, node.placementMode());
      assertNull(name, node.ineffectiveQuotas());
      assertEquals(
          name, FeatureMode.ON, MercuryConfiguration.readOnResourceManager(conf).coordinatorMode());
      MercuryConfiguration.readForMasters(conf);
      MercuryConfiguration.readForPromotion(conf);
      conf.getClasses(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES);
      conf.getClass(YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS, null);
      assertTrue(
          name,
          conf
              .getInstances(
                  YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
                  ApplicationMasterServiceProcessor.class)
              .stream()
              .anyMatch(p -> p.getClass().getName().endsWith(".MercuryAmsProcessor")));
    }
  }

  /** Otherwise guaranteed containers would wait on nodes to which the sample gives a queue. */
  @Test
  public void samplesUseTheDominantResourceCalculator() {
    for (String name : SAMPLES) {
      Configuration conf = new CapacitySchedulerConfiguration(new Configuration(false), false);
      File file = new File("../conf-samples/" + name + "/capacity-scheduler.xml");
      conf.addResource(new Path(file.toURI()));
      assertEquals(
          name,
          DominantResourceCalculator.class,
          ((CapacitySchedulerConfiguration) conf).getResourceCalculator().getClass());
    }
  }

  @Test
  public void shadowSamplesActOnNothingAndCompareByQueueLength() throws Exception {
    for (String name : SAMPLES) {
      Configuration conf = shadow(name);
      ConfigurationSnapshot read = MercuryConfiguration.KEYS.read(conf);
      for (ConfigurationKey<?> key : MercuryConfiguration.KEYS.keys()) {
        if (key.defaultValue() instanceof FeatureMode) {
          FeatureMode expected =
              conf.get(key.name()) == null ? FeatureMode.OFF : FeatureMode.SHADOW;
          assertEquals(name + " " + key.name(), expected, read.get(key));
        }
      }
      assertEquals(
          name,
          "QUEUE_LENGTH",
          conf.get(YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR, "QUEUE_LENGTH"));
      MercuryConfiguration.read(conf);
      MercuryConfiguration.readOnResourceManager(conf);
      MercuryConfiguration.readForMasters(conf);
      MercuryConfiguration.readForPromotion(conf);
    }
  }

  @Test
  public void hybridSampleTurnsOnHybridAndPromotion() throws Exception {
    Configuration conf = sample("mercury-hybrid");
    MercuryConfiguration read = MercuryConfiguration.readForPromotion(conf);
    assertEquals(FeatureMode.ON, read.hybridMode());
    assertEquals(FeatureMode.ON, read.promotionMode());
    assertTrue(read.needsDemandHistory());
    assertEquals(
        "what stock would run, runs", OpportunisticQuota.NONE.toString(), read.quota().toString());
    assertTrue(read.guaranteedAfterLosses() > 0);
    assertTrue(
        "promotion goes in front",
        conf.get(YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS)
            .startsWith("org.yarnext.mercury.rm.PromotionProcessor,"));
  }

  @Test
  public void distributedSampleUsesTheAmrmProxyInterceptor() throws Exception {
    Configuration conf = sample("mercury-distributed");
    assertEquals(FeatureMode.ON, MercuryConfiguration.readForMasters(conf).hybridMode());
    assertTrue(YarnConfiguration.isDistSchedulingEnabled(conf));
    assertTrue(conf.getBoolean(YarnConfiguration.AMRM_PROXY_ENABLED, false));
    assertEquals(
        "MercuryInterceptor",
        conf.getInstances(
                YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE, RequestInterceptor.class)
            .get(0)
            .getClass()
            .getSimpleName());
  }
}
