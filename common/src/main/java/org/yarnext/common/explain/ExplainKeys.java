// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.InvalidConfigurationException;

/** Declares the key that limits the memory of decisions in a daemon, for all features. */
public final class ExplainKeys {
  private static final Logger LOG = LoggerFactory.getLogger(ExplainKeys.class);
  private static final String PREFIX = "yarn.yarnext.";

  private static final ConfigurationKey<Integer> MAX_MB =
      ConfigurationKey.integer(PREFIX + "decisions.max-mb", 16)
          .between(1, 1024)
          .unit("MB")
          .doc(
              "Maximum memory of a daemon for remembered decisions; one application uses at most an"
                  + " eighth of it.");

  /** The keys. */
  public static final ConfigurationSchema KEYS = ConfigurationSchema.of("common", PREFIX, MAX_MB);

  private ExplainKeys() {}

  /** Returns the bound in bytes; if the configuration is refused, logs that and returns null. */
  static Long maxBytes(Configuration conf) {
    try {
      return (long) KEYS.read(conf).get(MAX_MB) << 20;
    } catch (InvalidConfigurationException e) {
      LOG.error("{} The bound stays as it is.", e.getMessage());
      return null;
    }
  }
}
