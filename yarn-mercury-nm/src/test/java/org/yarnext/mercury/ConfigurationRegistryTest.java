// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.mercury.ConfigurationRegistry.Part;

public class ConfigurationRegistryTest {
  private final Object daemon = new Object();
  private final Configuration conf = new Configuration(false);

  private MercuryConfiguration read(Part part) throws InvalidConfigurationException {
    return ConfigurationRegistry.ofResourceManager(daemon, conf, part);
  }

  @Test
  public void hooksShareTheWholeConfiguration() throws Exception {
    MercuryConfiguration shared = read(Part.MASTERS);
    assertSame(shared, read(Part.PROMOTION));
    assertSame("also after a failover", shared, read(Part.MASTERS));
  }

  /** Settings are registered for each configuration, and would pile up with new ones. */
  @Test
  public void partsOutliveFailoversToo() throws Exception {
    conf.set("yarn.mercury.promotion.mode", "on"); // refused without YARN's own key
    assertThrows(InvalidConfigurationException.class, () -> MercuryConfiguration.readForAll(conf));
    MercuryConfiguration masters = read(Part.MASTERS);
    MercuryConfiguration coordinator = read(Part.COORDINATOR);
    assertNotSame(masters, coordinator);
    assertSame(masters, read(Part.MASTERS));
    assertSame(coordinator, read(Part.COORDINATOR));
    for (int failover = 0; failover < 2; failover++) {
      InvalidConfigurationException refused =
          assertThrows(InvalidConfigurationException.class, () -> read(Part.PROMOTION));
      assertEquals(
          refused.toString(), true, refused.getMessage().contains("auto-update.containers"));
    }
  }
}
