// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.explain.ExplainKeys;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tools.install.HostRole;

/** Runs the same checks of the pack's keys that daemons and Application Masters run at startup. */
public final class StartupChecks {
  /** The configuration keys of all features. */
  public static final ConfigurationSchema[] KEYS = {
    ExplainKeys.KEYS,
    MercuryConfiguration.KEYS,
    ElasticConfiguration.KEYS,
    OrchestratorConfiguration.KEYS,
    FederationConfiguration.KEYS,
    TezEstimatorConfiguration.KEYS
  };

  private StartupChecks() {}

  /** Reads the keys of one process, as it does at its start. */
  private interface Reading {
    void read(Configuration conf) throws InvalidConfigurationException;
  }

  /**
   * Returns the problems for which processes would refuse the configuration, in the order found.
   *
   * @param roles roles of the hosts that read the configuration; empty for all
   * @return the feature that would stay off, by the problem and its fix
   */
  public static Map<String, String> problems(Configuration conf, Collection<HostRole> roles) {
    Map<String, String> problems = new LinkedHashMap<>();
    if (roles.isEmpty() || roles.contains(HostRole.RESOURCEMANAGER)) {
      collect(problems, conf, "mercury", MercuryConfiguration::readOnResourceManager);
      collect(problems, conf, "mercury", MercuryConfiguration::readForPromotion);
      collect(problems, conf, "elastic", ElasticConfiguration::readForScheduler);
    }
    if (roles.isEmpty() || roles.contains(HostRole.NODEMANAGER)) {
      collect(problems, conf, "mercury", MercuryConfiguration::read);
      collect(problems, conf, "elastic", ElasticConfiguration::read);
    }
    collect(problems, conf, "mercury", MercuryConfiguration::readForMasters);
    collect(problems, conf, "orchestrator", c -> orchestrator(OrchestratorConfiguration.read(c)));
    collect(problems, conf, "federation", FederationConfiguration::read);
    if (roles.isEmpty() || roles.contains(HostRole.GATEWAY)) {
      collect(problems, conf, "tez", TezEstimatorConfiguration::read);
    }
    return problems;
  }

  private static void orchestrator(OrchestratorConfiguration read)
      throws InvalidConfigurationException {
    read.newEstimator();
    read.newProgressSource();
  }

  private static void collect(
      Map<String, String> problems, Configuration conf, String feature, Reading reading) {
    try {
      reading.read(conf);
    } catch (InvalidConfigurationException e) {
      e.problems().forEach(problem -> problems.putIfAbsent(problem, feature));
    }
  }

  /**
   * Returns a sentence for each name below the pack's prefixes that is not a key, with the nearest
   * key.
   */
  public static List<String> unknownKeys(Collection<String> names) {
    List<String> sentences = new ArrayList<>();
    for (ConfigurationSchema keys : KEYS) {
      sentences.addAll(keys.unknown(names));
    }
    return sentences;
  }

  /** Returns whether a key is below one of the pack's prefixes. */
  public static boolean isOurs(String key) {
    for (ConfigurationSchema keys : KEYS) {
      if (key.startsWith(keys.prefix())) {
        return true;
      }
    }
    return false;
  }
}
