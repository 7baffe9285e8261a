// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import org.yarnext.common.testing.HostSettingTestBase;
import org.yarnext.mercury.application.ApplicationAttemptRecordTest;
import org.yarnext.mercury.application.RegistrationRecordTest;
import org.yarnext.mercury.application.RequestCodecTest;
import org.yarnext.mercury.nm.overallocation.NodeUsageMonitorTest;
import org.yarnext.mercury.nm.store.DemandHistoryStoreTest;
import org.yarnext.mercury.nm.store.RunTimeEstimateStoreTest;
import org.yarnext.mercury.policy.estimate.RecurringJobKeyTest;
import org.yarnext.mercury.policy.estimate.RunTimeHintTest;
import org.yarnext.mercury.policy.estimate.RunTimeReportTest;
import org.yarnext.mercury.policy.requests.HybridPolicyTest;
import org.yarnext.mercury.policy.snapshot.ContainerIdCodecTest;

/** Keys, stored estimates, tags and requests are the same in every language of a host. */
public class MercuryHostSettingTest extends HostSettingTestBase {
  public MercuryHostSettingTest() {
    super(
        MercuryConfigurationTest.class,
        MercuryConfigurationCheckTest.class,
        RunTimeEstimateStoreTest.class,
        DemandHistoryStoreTest.class,
        NodeUsageMonitorTest.class,
        ContainerIdCodecTest.class,
        RunTimeReportTest.class,
        RunTimeHintTest.class,
        RecurringJobKeyTest.class,
        HybridPolicyTest.class,
        RequestCodecTest.class,
        ApplicationAttemptRecordTest.class,
        RegistrationRecordTest.class);
  }
}
