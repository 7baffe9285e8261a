// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation;

import org.junit.Test;
import org.yarnext.common.testing.HostSetting;
import org.yarnext.federation.amrmproxy.ledger.FederatedRequestCodecTest;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapterTest;
import org.yarnext.federation.amrmproxy.subcluster.HostRackCacheTest;
import org.yarnext.federation.control.ShareTableTest;
import org.yarnext.federation.gang.GangStoreTest;
import org.yarnext.federation.rm.ShareRulesTest;
import org.yarnext.federation.router.GangInterceptorRESTTest;
import org.yarnext.federation.router.HomeRouterPolicyTest;
import org.yarnext.federation.store.RecordAclValidatorTest;

/** Keys, records, tables and REST answers are the same in every language of a host. */
public class FederationHostSettingTest {
  private static final Class<?>[] TESTS = {
    FederationConfigurationTest.class,
    ShareTableTest.class,
    ShareRulesTest.class,
    FederatedRequestCodecTest.class,
    SplitLedgerAdapterTest.class,
    HostRackCacheTest.class,
    HomeRouterPolicyTest.class,
    GangInterceptorRESTTest.class,
    GangStoreTest.class,
    RecordAclValidatorTest.class
  };

  @Test
  public void testsPassInTurkish() throws Exception {
    HostSetting.TURKISH.pass(TESTS);
  }

  @Test
  public void testsPassInThai() throws Exception {
    HostSetting.THAI.pass(TESTS);
  }
}
