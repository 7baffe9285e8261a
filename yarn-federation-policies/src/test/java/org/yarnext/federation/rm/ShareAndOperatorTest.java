// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.junit.Test;

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
