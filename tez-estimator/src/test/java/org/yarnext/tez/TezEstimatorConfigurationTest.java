// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.decision.Decision;
import org.yarnext.tez.policy.estimate.RunTimeEstimateReason;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;
import org.yarnext.tez.policy.opportunistic.ExecutionTypePolicy;

/** The keys are read with their defaults, and refused with their fix. */
public class TezEstimatorConfigurationTest {
  private static Configuration conf(String... keysAndValues) {
    Configuration conf = new Configuration(false);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      conf.set(TezEstimatorConfiguration.PREFIX + keysAndValues[i], keysAndValues[i + 1]);
    }
    return conf;
  }

  private static void refused(Configuration conf, String part) {
    try {
      TezEstimatorConfiguration.read(conf);
      fail("accepted");
    } catch (InvalidConfigurationException e) {
      assertTrue(e.getMessage(), e.getMessage().contains(part));
    }
  }

  @Test
  public void unsetKeysHaveTheirDefaults() throws Exception {
    TezEstimatorConfiguration conf = TezEstimatorConfiguration.read(conf());
    assertEquals(FeatureMode.OFF, conf.mode());
    assertEquals(TezEstimatorConfiguration.Stock.LEGACY, conf.stock());
    assertEquals(10_000, conf.defaultRunMs());
    assertEquals(2_000, conf.containerStartMs());
    assertEquals("", conf.historyDir());
    assertEquals(1_000, conf.historyMaxDags());
    assertFalse(conf.executionTypePolicy("dag").mayChoose());
    assertEquals(1_000, conf.guard().deadline().toMillis());
  }

  @Test
  public void policiesAcceptTheBoundsOfEachKey() throws Exception {
    for (String late : new String[] {"0.0", "1.0"}) {
      Configuration conf =
          conf("hybrid.threshold", "7d", "hybrid.percent", "100", "hybrid.late-progress", late);
      conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
      assertTrue(TezEstimatorConfiguration.read(conf).executionTypePolicy("dag").mayChoose());
    }
  }

  @Test
  public void valuesOutOfBoundsAreRefused() {
    refused(conf("default-run-time", "0s"), "tez.estimator.default-run-time=0s");
    refused(conf("hybrid.percent", "101"), "tez.estimator.hybrid.percent=101");
    refused(conf("stock", "none"), "tez.estimator.stock=none");
  }

  @Test
  public void unknownKeyDoesNotDisableTheOtherKeys() throws Exception {
    assertEquals(
        FeatureMode.SHADOW,
        TezEstimatorConfiguration.read(conf("mode", "shadow", "mod", "on")).mode());
  }

  private static Decision<Boolean> shortTask(String production, String dag) throws Exception {
    Configuration conf =
        conf(
            "hybrid.threshold",
            "5s",
            "hybrid.percent",
            "100",
            "hybrid.production-dags",
            production);
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    return TezEstimatorConfiguration.read(conf)
        .executionTypePolicy(dag)
        .decide(
            new ExecutionTypePolicy.TaskRequest(true, 10, 0, 0, false, 0),
            ContainerSupply.UNKNOWN.withRoom(0));
  }

  @Test
  public void productionDagsAreMatchedByName() throws Exception {
    assertTrue(shortTask("", "report-2026").value());
    assertTrue(shortTask("report", "report-2026").value());
    assertFalse(shortTask("report-*", "report-2026").value());
    assertFalse(shortTask("{etl,report}-*", "report-2026").value());
    assertEquals(
        RunTimeEstimateReason.CONTAINER_PRODUCTION, shortTask("{etl,report}-*", "etl-x").reason());
    refused(
        conf("hybrid.production-dags", "report-["),
        "tez.estimator.hybrid.production-dags=report-[ is");
  }

  @Test
  public void opportunisticTasksRequireOpportunisticAllocation() {
    refused(
        conf("hybrid.threshold", "10s"),
        "tez.estimator.hybrid.threshold=10s needs"
            + " yarn.resourcemanager.opportunistic-container-allocation.enabled=true");
  }

  @Test
  public void samplesAreAccepted() throws Exception {
    Configuration conf = new Configuration(false);
    conf.addResource(new Path(new File("../conf-samples/tez/tez-site.xml").toURI()));
    conf.setBoolean(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED, true);
    assertEquals(FeatureMode.SHADOW, TezEstimatorConfiguration.read(conf).mode());
    conf.addResource(new Path(new File("../conf-samples/tez/tez-site-on.xml").toURI()));
    assertEquals(FeatureMode.ON, TezEstimatorConfiguration.read(conf).mode());
    Class.forName(conf.get("tez.am.yarn.scheduler.class"));
    Class.forName(conf.get("tez.am.task.estimator.class"));
  }
}
