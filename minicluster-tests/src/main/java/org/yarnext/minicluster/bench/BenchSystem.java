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
import static org.apache.hadoop.yarn.conf.YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.DIST_SCHEDULING_ENABLED;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_LENGTH;
import static org.apache.hadoop.yarn.conf.YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_LENGTH;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.minicluster.ClusterSettings;

/** The ways to run short tasks that the benchmark compares. */
enum BenchSystem {
  /** Every task in a guaranteed container of the stock scheduler: the paper's only-G. */
  STOCK_GUARANTEED("stock-guaranteed", ExecutionType.GUARANTEED, (s, samples) -> s),

  /** Stock opportunistic containers, placed by the ResourceManager. */
  STOCK_CENTRALISED(
      "stock-centralised", ExecutionType.OPPORTUNISTIC, (s, samples) -> stockQueues(s)),

  /** Stock opportunistic containers, placed by the NodeManager of the Application Master. */
  STOCK_DISTRIBUTED(
      "stock-distributed",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) -> distributed(stockQueues(s))),

  /** Mercury, with the ResourceManager placing. */
  MERCURY_CENTRALISED("mercury-centralised", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),

  /** Mercury as in the paper: the NodeManager of the Application Master places. */
  MERCURY_DISTRIBUTED(
      "mercury-distributed", ExecutionType.OPPORTUNISTIC, BenchSystem::distributedMercury),

  /** Mercury without reordering or shedding (section 7.2.3). */
  ONLY_Q(
      "only-Q",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          distributedMercury(s, samples)
              .set("yarn.mercury.queue.order", "fifo")
              .set("yarn.mercury.coordinator.mode", "off")
              // What stock sends then is never exceeded.
              .set("yarn.mercury.shedding.least-wait-limit", "1h")),

  /** Nodes that wait longer than mean and standard deviation shed. */
  ONLY_Q_AVG_SIGMA(
      "only-Q-avg+1s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "1.0")),

  ONLY_Q_AVG_2SIGMA(
      "only-Q-avg+2s", ExecutionType.OPPORTUNISTIC, (s, samples) -> shedding(s, samples, "2.0")),

  ONLY_Q_AVG_2SIGMA_REORDER(
      "only-Q-avg+2s-reorder",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          shedding(s, samples, "2.0").set("yarn.mercury.queue.order", "job-submission")),

  /** No memory limit for opportunistic containers (Table 1). */
  CEILING_100("no-ceiling", ExecutionType.OPPORTUNISTIC, BenchSystem::mercury),
  CEILING_40("ceiling-40", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 40)),
  CEILING_30("ceiling-30", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 30)),
  CEILING_20("ceiling-20", ExecutionType.OPPORTUNISTIC, (s, samples) -> ceiling(s, samples, 20)),

  /** The ceiling that the node's past demand for guaranteed containers suggests. */
  CEILING_HISTORY(
      "history",
      ExecutionType.OPPORTUNISTIC,
      (s, samples) ->
          mercury(s, samples)
              .set("yarn.mercury.policing.policy", "history")
              .set(
                  "yarn.mercury.policing.history.window",
                  10 * GuaranteedDemand.BURST_INTERVAL_S + "s"));

  private static final String QUEUE_LENGTH = "100";
  private static final String PIPELINE =
      "org.yarnext.mercury.amrmproxy.MercuryInterceptor,"
          + YarnConfiguration.DEFAULT_AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;

  final String label;

  /** Of the tasks that are compared. */
  final ExecutionType type;

  private final SetUp setUp;

  BenchSystem(String label, ExecutionType type, SetUp setUp) {
    this.label = label;
    this.type = type;
    this.setUp = setUp;
  }

  /** Sets up a cluster; {@code samples} is the directory conf-samples. */
  private interface SetUp {
    ClusterSettings on(ClusterSettings settings, Path samples);
  }

  ClusterSettings on(ClusterSettings settings, Path samples) {
    return setUp.on(settings, samples);
  }

  /**
   * Finds one by its label.
   *
   * @throws IllegalArgumentException naming those there are
   */
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

  private static ClusterSettings mercury(ClusterSettings settings, Path samples) {
    return settings.confSample(samples.resolve("mercury"));
  }

  private static ClusterSettings distributedMercury(ClusterSettings settings, Path samples) {
    return distributed(mercury(settings, samples))
        .set(AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE, PIPELINE);
  }

  /** Tasks of a second are worth moving for a wait of seconds, not of half a minute. */
  private static ClusterSettings shedding(ClusterSettings settings, Path samples, String sigma) {
    return distributedMercury(settings, samples)
        .set("yarn.mercury.queue.order", "fifo")
        .set("yarn.mercury.coordinator.sigma", sigma)
        .set("yarn.mercury.coordinator.min-wait", "5s")
        .set("yarn.mercury.shedding.patience", "3s");
  }

  private static ClusterSettings ceiling(ClusterSettings settings, Path samples, int percent) {
    return mercury(settings, samples)
        .set("yarn.mercury.policing.policy", "static")
        .set("yarn.mercury.policing.max-memory-percent", Integer.toString(percent));
  }
}
