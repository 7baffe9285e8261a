// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import org.junit.Test;

/** Runs the tests of a module that depend on the host's language, and on its security settings. */
public abstract class HostHabitTestBase {
  protected final Class<?>[] tests;

  /**
   * @param tests classes that must pass on each host
   */
  protected HostHabitTestBase(Class<?>... tests) {
    this.tests = tests;
  }

  @Test
  public void testsPassInTurkish() throws Exception {
    HostHabit.TURKISH.pass(tests);
  }

  @Test
  public void testsPassInThai() throws Exception {
    HostHabit.THAI.pass(tests);
  }

  @Test
  public void testsPassWithFipsProvidersAndSecurityManager() throws Exception {
    HostHabit.SECURED.pass(tests);
  }
}
