// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.InvalidConfigurationException;

/**
 * Registry of Mercury's configuration in each ResourceManager and NodeManager of this JVM. All
 * hooks of a daemon share one configuration, whose live keys can change. If it is refused at the
 * start, each hook reads only its own part, whose keys then never change. Both outlive a
 * ResourceManager's active services. Thread-safe.
 */
public final class ConfigurationRegistry {
  /** The part of the configuration that a hook reads if the whole is refused. */
  public enum Part {
    COORDINATOR(MercuryConfiguration::readOnResourceManager),
    MASTERS(MercuryConfiguration::readForMasters),
    PROMOTION(MercuryConfiguration::readForPromotion),
    NODE(MercuryConfiguration::read);

    private final Reader reader;

    Part(Reader reader) {
      this.reader = reader;
    }
  }

  private static final Map<Object, MercuryConfiguration> SHARED = new WeakHashMap<>();
  private static final Map<Object, Map<Part, MercuryConfiguration>> PARTS = new WeakHashMap<>();

  private ConfigurationRegistry() {}

  /** Reads a configuration. */
  public interface Reader {
    /** Reads and checks it; throws if it is refused. */
    MercuryConfiguration read(Configuration conf) throws InvalidConfigurationException;
  }

  /**
   * Returns the configuration of a ResourceManager.
   *
   * @param resourceManager the ResourceManager, or its context if it is unknown
   * @param own the hook's part
   * @throws InvalidConfigurationException if the hook's part is refused
   */
  public static MercuryConfiguration ofResourceManager(
      Object resourceManager, Configuration conf, Part own) throws InvalidConfigurationException {
    return shared(resourceManager, conf, MercuryConfiguration::readForAll, own);
  }

  /**
   * Returns the configuration of a NodeManager.
   *
   * @param context the NodeManager's
   * @param own the hook's part
   * @throws InvalidConfigurationException if the hook's part is refused
   */
  public static MercuryConfiguration ofNodeManager(Object context, Configuration conf, Part own)
      throws InvalidConfigurationException {
    return shared(context, conf, MercuryConfiguration::read, own);
  }

  private static MercuryConfiguration shared(
      Object daemon, Configuration conf, Reader all, Part own)
      throws InvalidConfigurationException {
    synchronized (SHARED) {
      MercuryConfiguration known = SHARED.get(daemon);
      if (known != null) {
        return known;
      }
      Map<Part, MercuryConfiguration> parts = PARTS.getOrDefault(daemon, Collections.emptyMap());
      if (parts.containsKey(own)) {
        return parts.get(own);
      }
      try {
        known = all.read(conf);
      } catch (InvalidConfigurationException e) {
        MercuryConfiguration part = own.reader.read(conf);
        PARTS.computeIfAbsent(daemon, d -> new EnumMap<>(Part.class)).put(own, part);
        return part;
      }
      SHARED.put(daemon, known);
      return known;
    }
  }
}
