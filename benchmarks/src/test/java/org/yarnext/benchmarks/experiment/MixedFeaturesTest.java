// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.tez.dag.api.TezConfiguration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.benchmarks.cgroup.NodeCgroupListener;
import org.yarnext.elastic.nm.ElasticContainerListener;
import org.yarnext.elastic.rm.ElasticAmsProcessor;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.mercury.rm.MercuryAmsProcessor;
import org.yarnext.mercury.rm.PromotionProcessor;
import org.yarnext.orchestrator.nm.OrchestratorContainerListener;
import org.yarnext.tez.am.EstimatingTaskScheduler;

/** Each system has the features of its name, and what the cluster had itself. */
public class MixedFeaturesTest {
  private static final String HOME = "yarnext.home";

  private String home;

  @Before
  public void sources() {
    home = System.getProperty(HOME);
    System.setProperty(HOME, "..");
  }

  @After
  public void restore() {
    if (home == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, home);
    }
  }

  private static Configuration site(MixedFeatures features) throws IOException {
    Path made = features.configured().resolve("yarn-site.xml");
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(made.toUri()));
    return site;
  }

  private static Set<String> names(Class<?>... types) {
    Set<String> names = new HashSet<>();
    Arrays.stream(types).forEach(type -> names.add(type.getName()));
    return names;
  }

  private static Set<String> list(Configuration site, String key) {
    return new HashSet<>(Arrays.asList(site.getTrimmedStrings(key)));
  }

  @Test
  public void mixedSystemAllHasEveryFeatureInItsLists() throws IOException {
    Configuration site = site(MixedFeatures.ALL);
    assertEquals(
        names(PromotionProcessor.class, ElasticAmsProcessor.class, MercuryAmsProcessor.class),
        list(site, YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS));
    assertEquals(
        names(OrchestratorContainerListener.class, ElasticContainerListener.class),
        list(site, YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS));
    assertEquals(
        ElasticCapacityScheduler.class.getName(), site.get(YarnConfiguration.RM_SCHEDULER));
    for (String feature :
        new String[] {"mercury", "mercury.hybrid", "elastic", "mr-orchestrator"}) {
      assertEquals(feature, "on", site.get("yarn." + feature + ".mode"));
    }
  }

  @Test
  public void singleFeatureKeepsTheListenerOfTheCluster() throws IOException {
    assertEquals(
        names(NodeCgroupListener.class, ElasticContainerListener.class),
        list(
            site(MixedFeatures.ELASTIC),
            YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS));
    assertEquals(
        names(NodeCgroupListener.class),
        list(
            site(MixedFeatures.MERCURY),
            YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS));
    assertEquals(
        names(OrchestratorContainerListener.class),
        list(
            site(MixedFeatures.ORCHESTRATOR),
            YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS));
  }

  @Test
  public void onlyAllEstimatesTezTasks() throws IOException {
    Map<String, String> settings = MixedFeatures.ALL.tez(Paths.get("history"));
    assertEquals(
        EstimatingTaskScheduler.class.getName(),
        settings.get(TezConfiguration.TEZ_AM_YARN_SCHEDULER_CLASS));
    assertEquals("history", settings.get("tez.estimator.history.dir"));
    assertTrue(MixedFeatures.MERCURY.tez(Paths.get("history")).isEmpty());
  }
}
