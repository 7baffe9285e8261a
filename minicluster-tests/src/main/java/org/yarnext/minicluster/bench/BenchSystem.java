/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.bench;

import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.DIST_SCHEDULING_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.yarnext.minicluster.ClusterSettings;

/** What is compared: stock YARN's three ways to place short tasks, and Mercury's. */
enum BenchSystem {
  /** Every task in a guaranteed container of the stock scheduler: the paper's only-G. */
  STOCK_GUARANTEED("stock-guaranteed", ExecutionType.GUARANTEED) {
    @Override
    ClusterSettings on(ClusterSettings settings, Path samples) {
      return settings;
    }
  },

  /** Stock opportunistic containers, placed by the ResourceManager. */
  STOCK_CENTRALISED("stock-centralised", ExecutionType.OPPORTUNISTIC) {
    @Override
    ClusterSettings on(ClusterSettings settings, Path samples) {
      return stockQueues(settings);
    }
  },

  /** Stock opportunistic containers, placed by the NodeManager of the Application Master. */
  STOCK_DISTRIBUTED("stock-distributed", ExecutionType.OPPORTUNISTIC) {
    @Override
    ClusterSettings on(ClusterSettings settings, Path samples) {
      return distributed(stockQueues(settings));
    }
  },

  /** Mercury, with the ResourceManager placing. */
  MERCURY_CENTRALISED("mercury-centralised", ExecutionType.OPPORTUNISTIC) {
    @Override
    ClusterSettings on(ClusterSettings settings, Path samples) {
      return settings.confSample(samples.resolve("mercury"));
    }
  },

  /** Mercury as in the paper: the NodeManager of the Application Master places. */
  MERCURY_DISTRIBUTED("mercury-distributed", ExecutionType.OPPORTUNISTIC) {
    @Override
    ClusterSettings on(ClusterSettings settings, Path samples) {
      return distributed(settings.confSample(samples.resolve("mercury")));
    }
  };

  private static final String QUEUE_LENGTH = "100";

  final String label;

  /** Of the tasks. */
  final ExecutionType type;

  BenchSystem(String label, ExecutionType type) {
    this.label = label;
    this.type = type;
  }

  /** Sets up a cluster; {@code samples} is the directory conf-samples. */
  abstract ClusterSettings on(ClusterSettings settings, Path samples);

  static BenchSystem labelled(String label) {
    for (BenchSystem system : values()) {
      if (system.label.equals(label)) {
        return system;
      }
    }
    throw new IllegalArgumentException(
        "No system "
            + label
            + "; there are "
            + Arrays.stream(values()).map(s -> s.label).collect(Collectors.joining(", ")));
  }

  /**
   * Stock at its best: by default the ResourceManager lets a node queue 5 to 15 containers and has
   * all others stopped; under this load it would stop more containers than it runs.
   */
  private static ClusterSettings stockQueues(ClusterSettings settings) {
    return settings
        .opportunistic(Integer.parseInt(QUEUE_LENGTH))
        .set(NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH, QUEUE_LENGTH)
        .set(NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH, QUEUE_LENGTH);
  }

  private static ClusterSettings distributed(ClusterSettings settings) {
    return settings.set(AMRM_PROXY_ENABLED, "true").set(DIST_SCHEDULING_ENABLED, "true");
  }
}
