// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of the experiment {@link Experiment#FEDERATION}. */
public final class FederationOptions {

  /** Scenarios of a federation of two sub-clusters. */
  public enum Scenario {
    /** A job names a host of a full sub-cluster while the other one is idle. */
    BUSY,
    /** One sub-cluster is three times as large as the other one. */
    UNEVEN,
    /** As {@link #BUSY}, and the ResourceManager of the full sub-cluster hangs meanwhile. */
    LOSS,
    /** Two queues want containers in different sub-clusters. */
    SHARES,
    /** Two applications need more than half of all memory at once. */
    GANGS,
    /** A policy is published while applications run. */
    PUBLICATION,
    /** A job finds two equal sub-clusters full. */
    EQUAL
  }

  @Option(
      names = "--scenarios",
      paramLabel = "A,B",
      split = ",",
      description =
          "federation: scenarios, in this order. busy: a job names a host of a full sub-cluster"
              + " while the other one is idle; uneven: one sub-cluster is three times as large;"
              + " loss: as busy, and the ResourceManager of the full sub-cluster hangs; shares: two"
              + " queues want containers in different sub-clusters; gangs: two applications need"
              + " more than half of all memory at once; publication: time until a policy is in"
              + " force on all nodes; equal: a job in two equal, full sub-clusters (default: all"
              + " but equal, which takes three minutes a round)")
  public List<Scenario> scenarios = new ArrayList<>();

  /** Adds the default scenarios if none is named. */
  void fillIn() {
    if (scenarios.isEmpty()) {
      scenarios.addAll(Arrays.asList(Scenario.values()));
      scenarios.remove(Scenario.EQUAL);
    }
  }
}
