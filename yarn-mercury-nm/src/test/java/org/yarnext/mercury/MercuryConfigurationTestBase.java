// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.InvalidConfigurationException;

/** Configurations of a NodeManager and a ResourceManager. */
abstract class MercuryConfigurationTestBase {
  static final String STOCK_LENGTH = YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH;
  final Configuration conf = new Configuration(false);

  MercuryConfiguration read() throws InvalidConfigurationException {
    return MercuryConfiguration.read(conf);
  }
}
