// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import org.junit.Test;

/** Runs the tests of a module that depend on the host's language, and on its security settings. */
public abstract class HostSettingTestBase {
  protected final Class<?>[] tests;

  /**
   * @param tests classes that must pass on each host
   */
  protected HostSettingTestBase(Class<?>... tests) {
    this.tests = tests;
  }

  @Test
  public void testsPassInTurkish() throws Exception {
    HostSetting.TURKISH.pass(tests);
  }

  @Test
  public void testsPassInThai() throws Exception {
    HostSetting.THAI.pass(tests);
  }

  @Test
  public void testsPassWithFipsProvidersAndSecurityManager() throws Exception {
    HostSetting.SECURED.pass(tests);
  }
}
