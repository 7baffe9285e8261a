// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.federation;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.RoundsTable;

/**
 * A load of a federation under which policies are compared. Each system runs the same load once a
 * round, one after the other in the same daemons. Used by one thread.
 */
interface FederationScenario {
  /** System whose queues have stock's WeightedLocalityPolicyManager, with equal weights. */
  String STOCK = "stock-federation";

  /** System whose queues have the HydraPolicyManager of this project. */
  String HYDRA = "hydra";

  /** Returns the heading of its table. */
  String title();

  /** Returns the systems in the order of the columns; ratios are to the first one. */
  default List<String> systems() {
    return Arrays.asList(STOCK, HYDRA);
  }

  /** Returns the memory of the node of each sub-cluster, in MB. */
  List<Integer> nodesMb();

  /** Returns settings of all daemons beside those that all scenarios have. */
  default Map<String, String> settings() {
    return Collections.emptyMap();
  }

  /** Returns about how long a turn of a system takes, in s, for the estimate of the time left. */
  int turnSeconds();

  /**
   * Runs the load. The federation is idle before and after.
   *
   * @param round number of the round, from 0
   */
  BenchResult run(String system, LiveFederation federation, int round)
      throws IOException, InterruptedException;

  /** Returns the rows of its table. */
  RoundsTable table();

  /** Returns charts beside those of the results, as SVG. */
  default List<String> charts() {
    return Collections.emptyList();
  }
}
