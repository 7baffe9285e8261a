// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator;

import org.junit.Test;
import org.yarnext.common.testing.HostSetting;
import org.yarnext.common.testing.HostSettingTestBase;
import org.yarnext.orchestrator.nm.OrchestratorRpcClientTest;
import org.yarnext.orchestrator.nm.cgroup.CgroupDelegationTest;
import org.yarnext.orchestrator.nm.cgroup.CgroupManagerTest;
import org.yarnext.orchestrator.nm.cgroup.CgroupProbeTest;
import org.yarnext.orchestrator.nm.cgroup.CgroupRecoveryTest;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLogTest;
import org.yarnext.orchestrator.nm.epoch.NodeEpochTest;
import org.yarnext.orchestrator.nm.tasks.TezAttemptLogsTest;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParserTest;
import org.yarnext.orchestrator.policy.identity.TezAttemptIdTest;
import org.yarnext.orchestrator.rm.ApplicationMasterClientTest;
import org.yarnext.orchestrator.rm.progress.TezProgressSourceTest;
import org.yarnext.orchestrator.rpc.NodeAnswerCodecTest;
import org.yarnext.orchestrator.rpc.UsageReportCodecTest;

/** Keys, cgroup values, messages and launch commands are the same in every language of a host. */
public class OrchestratorHostSettingTest extends HostSettingTestBase {
  public OrchestratorHostSettingTest() {
    super(
        OrchestratorConfigurationTest.class,
        NodeAnswerCodecTest.class,
        UsageReportCodecTest.class,
        CgroupManagerTest.class,
        CgroupProbeTest.class,
        CgroupRecoveryTest.class,
        CgroupDelegationTest.class,
        CgroupUndoLogTest.class,
        NodeEpochTest.class,
        TezAttemptLogsTest.class,
        TaskLaunchParserTest.class,
        TezAttemptIdTest.class,
        TezProgressSourceTest.class);
  }

  @Test
  public void testsPassWithIpv6() throws Exception {
    HostSetting.IPV6.pass(OrchestratorRpcClientTest.class, ApplicationMasterClientTest.class);
  }
}
