// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;

/** Declares the keys that limit the decisions that a daemon keeps, for all features. */
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

  private static final ConfigurationKey<Integer> MAX_FILE_MB =
      ConfigurationKey.integer(PREFIX + "decisions.max-file-mb", 64)
          .between(0, 10_240)
          .unit("MB")
          .doc(
              "Maximum size of a file in the daemon's log directory for decisions that have no room"
                  + " in memory; 0: they are dropped.");

  /** The keys. */
  public static final ConfigurationSchema KEYS =
      ConfigurationSchema.of("common", PREFIX, MAX_MB, MAX_FILE_MB);

  private ExplainKeys() {}

  /** Maximum sizes of decisions, in bytes. Immutable. */
  static final class Bounds {
    final long memory;
    final long file;

    private Bounds(ConfigurationSnapshot values) {
      memory = (long) values.get(MAX_MB) << 20;
      file = (long) values.get(MAX_FILE_MB) << 20;
    }
  }

  /** Returns the bounds; if the configuration is refused, logs that and returns null. */
  static Bounds bounds(Configuration conf) {
    try {
      return new Bounds(KEYS.read(conf));
    } catch (InvalidConfigurationException e) {
      LOG.error("{} The bounds stay as they are.", e.getMessage());
      return null;
    }
  }
}
