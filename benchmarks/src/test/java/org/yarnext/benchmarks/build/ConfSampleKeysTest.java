// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.tez.dag.api.TezConfiguration;
import org.junit.Test;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;

/**
 * Every key of conf-samples is one that Hadoop, Tez or yarnext reads. A misspelt key is ignored by
 * the daemons: by ours with a warning, by Hadoop's in silence.
 */
public class ConfSampleKeysTest {
  /** The mode that stays in shadow until an operator has seen what it would start and stop. */
  private static final String RAISED_BY_ITSELF = "yarn.mercury.overallocation.mode";

  private static final String STAGING = FederationConfiguration.SPLIT_STAGING.name();

  private static final String[] FOR_ACTING = {
    YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
    YarnConfiguration.FEDERATION_POLICY_MANAGER,
    YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS,
    YarnConfiguration.RM_AUTO_UPDATE_CONTAINERS,
    YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
    YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED,
    YarnConfiguration.NM_VMEM_CHECK_ENABLED
  };

  /** Keys made of a name that the operator chooses, or of a resource's. */
  private static final Pattern AUX_SERVICE =
      Pattern.compile("yarn\\.nodemanager\\.aux-services\\.[a-z_]+\\.class");

  private static final Pattern INCREMENT =
      Pattern.compile("yarn\\.resource-types\\.(memory-mb|vcores)\\.increment-allocation");

  private static List<Path> samples() throws IOException {
    try (Stream<Path> files = Files.walk(Paths.get("..", "conf-samples"))) {
      return files
          .filter(file -> file.toString().matches(".*-site(-on)?\\.xml"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static Set<String> known() throws IllegalAccessException {
    Set<String> known = new HashSet<>();
    for (ConfigurationSchema ours :
        new ConfigurationSchema[] {
          MercuryConfiguration.KEYS,
          ElasticConfiguration.KEYS,
          OrchestratorConfiguration.KEYS,
          FederationConfiguration.KEYS,
          TezEstimatorConfiguration.KEYS
        }) {
      ours.keys().forEach(key -> known.add(key.name()));
    }
    Configuration defaults = new Configuration(true);
    defaults.addResource("yarn-default.xml");
    defaults.addResource("mapred-default.xml");
    defaults.forEach(entry -> known.add(entry.getKey()));
    for (Class<?> keys :
        new Class<?>[] {
          YarnConfiguration.class,
          CapacitySchedulerConfiguration.class,
          MRJobConfig.class,
          TezConfiguration.class
        }) {
      for (Field field : keys.getFields()) {
        if (field.getType() == String.class && field.get(null) != null) {
          known.add((String) field.get(null));
        }
      }
    }
    return known;
  }

  @Test
  public void everyKeyOfASampleIsKnown() throws Exception {
    Set<String> known = known();
    assertFalse("a wrong one would be found", known.contains("yarn.nodemanager.no-such-key"));
    List<Path> samples = samples();
    assertTrue(samples.toString(), samples.size() >= 6);
    List<String> unknown = new ArrayList<>();
    for (Path sample : samples) {
      Configuration conf = new Configuration(false);
      conf.addResource(sample.toUri().toURL());
      int keys = 0;
      for (Map.Entry<String, String> entry : conf) {
        keys++;
        String key = entry.getKey();
        if (!known.contains(key)
            && !AUX_SERVICE.matcher(key).matches()
            && !INCREMENT.matcher(key).matches()) {
          unknown.add(sample + ": " + key);
        }
      }
      assertTrue(sample + " has keys", keys > 0);
    }
    assertEquals(new ArrayList<String>(), unknown);
  }

  /**
   * An operator looks first; nothing of stock's is taken over that only an acting feature needs.
   */
  @Test
  public void sampleConfigurationIsInShadowMode() throws Exception {
    for (Path sample : samples()) {
      boolean on = sample.toString().endsWith("-on.xml");
      Configuration conf = new Configuration(false);
      conf.addResource(sample.toUri().toURL());
      for (Map.Entry<String, String> entry : conf) {
        if (entry.getKey().endsWith(".mode")) {
          boolean acts = on && !entry.getKey().equals(RAISED_BY_ITSELF);
          assertEquals(sample + " " + entry.getKey(), acts ? "on" : "shadow", entry.getValue());
        }
      }
      for (String key : FOR_ACTING) {
        assertTrue(sample + " " + key, on || conf.get(key) == null);
      }
      assertNull("policies are staged by who wants it", conf.get(STAGING));
      assertNull(
          "for Routers alone, not for NodeManagers",
          conf.get(YarnConfiguration.FEDERATION_CACHE_TIME_TO_LIVE_SECS));
      assertTrue(sample + " has its other half", Files.exists(other(sample, on)));
    }
  }

  private static Path other(Path sample, boolean on) {
    String name = sample.getFileName().toString();
    if (name.startsWith("mapred")) {
      return sample;
    }
    return sample.resolveSibling(
        on ? name.replace("-on.xml", ".xml") : name.replace(".xml", "-on.xml"));
  }
}
