// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.security.ProviderException;
import java.util.Locale;
import java.util.UUID;
import org.junit.Test;
import org.yarnext.common.conf.ConfigurationKeyTest;
import org.yarnext.common.conf.ConfigurationSchemaTest;
import org.yarnext.common.conf.PolicyFactoryTest;
import org.yarnext.common.decision.DecisionRecorderTest;
import org.yarnext.common.decision.DecisionStoreTest;
import org.yarnext.common.decision.DecisionTest;
import org.yarnext.common.explain.DecisionsEndpointTest;
import org.yarnext.common.guard.GuardLogTest;
import org.yarnext.common.kernel.CgroupMountsTest;
import org.yarnext.common.kernel.KernelTextParserTest;
import org.yarnext.common.launch.ShellTokenizerTest;
import org.yarnext.common.metrics.FeatureMetricsTest;
import org.yarnext.common.settings.AuditLogTest;
import org.yarnext.common.settings.SettingsChangeParserTest;
import org.yarnext.common.settings.SettingsEndpointTest;
import org.yarnext.common.testing.HostSetting;
import org.yarnext.common.testing.HostSettingTestBase;

/** Keys, decisions, metrics, settings and pages are the same in every language of a host. */
public class CommonHostSettingTest extends HostSettingTestBase {
  public CommonHostSettingTest() {
    super(
        FeatureModeTest.class,
        ConfigurationKeyTest.class,
        ConfigurationSchemaTest.class,
        PolicyFactoryTest.class,
        DecisionTest.class,
        DecisionRecorderTest.class,
        DecisionStoreTest.class,
        DecisionsEndpointTest.class,
        GuardLogTest.class,
        CgroupMountsTest.class,
        KernelTextParserTest.class,
        ShellTokenizerTest.class,
        FeatureMetricsTest.class,
        AuditLogTest.class,
        SettingsChangeParserTest.class,
        SettingsEndpointTest.class);
  }

  /** Prints the code points of the digit seven and of an upper-case i, and whether there is MD5. */
  public static final class Habits {
    private Habits() {}

    public static void main(String[] arguments) {
      try {
        UUID.nameUUIDFromBytes(new byte[1]);
      } catch (ProviderException e) {
        System.out.print("no MD5 ");
      }
      Locale habit = Locale.getDefault();
      String text = String.format(habit, "%d", 7) + "i".toUpperCase(habit);
      text.codePoints().forEach(each -> System.out.print(Integer.toHexString(each) + " "));
    }
  }

  @Test
  public void hostsDiffer() throws Exception {
    assertEquals("37 49 ", HostSetting.ENGLISH.run(Habits.class));
    assertEquals("37 130 ", HostSetting.TURKISH.run(Habits.class));
    assertEquals("e57 49 ", HostSetting.THAI.run(Habits.class));
    assertEquals("667 49 ", HostSetting.ARABIC.run(Habits.class));
    assertTrue(HostSetting.SECURED.run(Habits.class).contains("no MD5 "));
  }

  @Test
  public void testsPassWithAnotherOrderOfJars() throws Exception {
    HostSetting.REVERSED_CLASS_PATH.pass(tests);
  }
}
