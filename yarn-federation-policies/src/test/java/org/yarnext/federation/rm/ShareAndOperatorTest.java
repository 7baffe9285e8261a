// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.federation.policies.manager.UniformBroadcastPolicyManager;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterInfo;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterRegisterRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.resourcemanager.AdminService;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.mockito.AdditionalAnswers;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.HydraPolicyManager;
import org.yarnext.federation.control.PolicyParameters;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.control.PolicyWeights;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;
import org.yarnext.testing.ProxyKeys;

/** Changes by operators count as configured and are never overwritten. */
public class ShareAndOperatorTest extends ShareEnforcerTestBase {
  private static final String PREFIX = CapacitySchedulerConfiguration.PREFIX;

  @Test
  public void newEnforcerKnowsTheConfiguredCapacities() throws Exception {
    ShareEnforcer before = enforcer();
    grant(10, 30, 60);
    before.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    ShareEnforcer after = new ShareEnforcer();
    after.init(conf, resourceManager.getRMContext(), resourceManager.getResourceScheduler());
    assertEquals("stopping changes nothing", 10, capacity("root.a"), EXACT);
    grant(0, 0, 0);
    after.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    assertEquals(40, store.reports().get(0).demand().queues().get("root.a").weight(), EXACT);
  }

  @Test
  public void operatorChangesCountAsConfigured() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    finish(begin(update(capacityOf("root.a", "20"), capacityOf("root.t", "80"))));
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(20, capacity("root.a"), EXACT);
    assertEquals(80, capacity("root.t"), EXACT);
    assertEquals("as configured before", 50, capacity("root.t.b"), EXACT);
  }

  @Test
  public void enforcedCapacitiesLeftByOperatorsCountAsConfigured() throws Exception {
    ShareEnforcer enforcer = enforcer();
    enforcer.editSchedule();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(90, capacity("root.t"), EXACT);
    // A tenth of root.t from what root.t.b has of us, for a new queue.
    SchedConfUpdateInfo change = update(capacityOf("root.t.b", "23.333"));
    change.getAddQueueInfo().add(capacityOf("root.t.d", "10"));
    finish(begin(change));
    double ours = capacity("root.t.c");
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.t.d"), EXACT);
    assertEquals(ours, capacity("root.t.c"), EXACT);
    assertEquals(23.333, capacity("root.t.b"), EXACT);
    assertEquals("no sibling of those was changed", 40, capacity("root.a"), EXACT);
  }

  @Test
  public void capacitiesBeingChangedByOperatorsAreNotSet() throws Exception {
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
    LogMutation theirs = begin(update(capacityOf("root.a", "20"), capacityOf("root.t", "80")));
    grant(50, 25, 25);
    enforcer.editSchedule();
    finish(theirs);
    assertEquals(20, capacity("root.a"), EXACT);
    grant(50, 25, 25);
    enforcer.editSchedule();
    assertEquals("and goes on", 50, capacity("root.a"), EXACT);
    grant(0, 0, 0);
    enforcer.editSchedule();
    assertEquals(20, capacity("root.a"), EXACT);
  }

  @Test
  public void capacitiesAreNotSetDuringAnyOperatorChange() throws Exception {
    ShareEnforcer enforcer = enforcer();
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getGlobalParams().put(PREFIX + "node-locality-delay", "7");
    LogMutation theirs = begin(change);
    grant(10, 30, 60);
    enforcer.editSchedule();
    assertEquals(40, capacity("root.a"), EXACT);
    finish(theirs);
    enforcer.editSchedule();
    assertEquals("and goes on", 10, capacity("root.a"), EXACT);
  }

  private static SchedConfUpdateInfo update(QueueConfigInfo... queues) {
    SchedConfUpdateInfo change = new SchedConfUpdateInfo();
    change.getUpdateQueueInfo().addAll(Arrays.asList(queues));
    return change;
  }

  @Test
  public void changeIsFollowedByAPause() throws Exception {
    conf.set("yarn.federation.policies.share.pause", "1h");
    ShareEnforcer enforcer = enforcer();
    grant(10, 30, 60);
    enforcer.editSchedule();
    grant(90, 5, 5);
    enforcer.editSchedule();
    assertEquals(10, capacity("root.a"), EXACT);
  }
}
