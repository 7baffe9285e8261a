// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.tez.dag.api.TezConfiguration;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.cluster.ClusterSettings;

/** Settings of conf-samples/tez that do not depend on the machine. */
public final class TezSample {
  private TezSample() {}

  /**
   * Returns the settings in a new map.
   *
   * @param home root of the repository
   * @param history directory of the histories of DAGs
   */
  public static Map<String, String> settings(Path home, Path history) {
    return settings(home, history.toString());
  }

  private static Map<String, String> settings(Path home, String history) {
    Configuration sample = new Configuration(false);
    ClusterSettings.addSwitchedOn(home.resolve("conf-samples").resolve("tez"), "tez-site", sample);
    Map<String, String> settings = new LinkedHashMap<>();
    sample.forEach(property -> settings.put(property.getKey(), property.getValue()));
    settings.put("tez.estimator.history.dir", history);
    return settings;
  }

  /**
   * Returns settings of the same scheduler without estimates: it keeps no history, chooses no
   * execution types and declares no run times. No key turns the declarations off. Instead the
   * tasks' environment sets the variable to 0: the scheduler does not replace it, and Mercury's
   * nodes read 0 as no declaration.
   *
   * @param home root of the repository
   */
  static Map<String, String> withoutEstimates(Path home) {
    Map<String, String> settings = settings(home, "");
    settings.put("tez.estimator.hybrid.threshold", "0s");
    settings.put(TezConfiguration.TEZ_TASK_LAUNCH_ENV, RunTimeHint.ENVIRONMENT_VARIABLE + "=0");
    return settings;
  }
}
