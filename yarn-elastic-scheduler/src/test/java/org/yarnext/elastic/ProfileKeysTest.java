// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.junit.Test;
import org.yarnext.common.conf.InvalidConfigurationException;

public class ProfileKeysTest {
  private final Configuration conf = new Configuration(false);

  @Test
  public void profilesFileIsUnsetByDefault() throws Exception {
    ElasticConfiguration defaults = ElasticConfiguration.read(conf);
    assertNull(defaults.profilesFile());
    assertEquals(10_000, defaults.profilesReloadIntervalMs());
    assertEquals(10, defaults.minMemoryPercent());
  }

  @Test
  public void profileKeysAreRead() throws Exception {
    conf.set("yarn.elastic.profiles.file", "/etc/hadoop/conf/profiles.json");
    conf.set("yarn.elastic.profiles.reload-interval", "1m");
    conf.set("yarn.elastic.min-memory-percent", "25");
    conf.set("yarn.elastic.end-margin", "0");
    ElasticConfiguration read = ElasticConfiguration.read(conf);
    assertEquals(Paths.get("/etc/hadoop/conf/profiles.json"), read.profilesFile());
    assertEquals(60_000, read.profilesReloadIntervalMs());
    assertEquals(25, read.minMemoryPercent());
    assertEquals(0, read.endMarginPercent());
  }

  @Test
  public void invalidProfileValuesAreRefused() {
    conf.set("yarn.elastic.profiles.file", "profiles.json");
    conf.set("yarn.elastic.profiles.reload-interval", "0s");
    conf.set("yarn.elastic.min-memory-percent", "0");
    conf.set("yarn.elastic.end-margin", "91");
    InvalidConfigurationException refused =
        assertThrows(InvalidConfigurationException.class, () -> ElasticConfiguration.read(conf));
    assertEquals(refused.problems().toString(), 4, refused.problems().size());
  }
}
