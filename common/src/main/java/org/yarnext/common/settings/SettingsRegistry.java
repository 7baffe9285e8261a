// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.SiteConfigurationReader;

/**
 * Keeps the live configurations of the features in one daemon. Thread-safe.
 *
 * <p>A JVM has one registry for each daemon, which is known by its configuration object. A JVM with
 * several daemons is one with MiniYARNCluster.
 */
public final class SettingsRegistry {
  /** Maximum number of registrations in a daemon; more are a mistake. */
  static final int MAX_FEATURES = 256;

  private static final Logger LOG = LoggerFactory.getLogger(SettingsRegistry.class);
  private static final Map<Configuration, SettingsRegistry> BY_DAEMON = new WeakHashMap<>();

  private final WeakReference<Configuration> conf;
  private final List<FeatureSettings> features = new CopyOnWriteArrayList<>();
  private final Map<String, Supplier<LiveConfiguration>> later = new ConcurrentHashMap<>();
  private volatile String daemon = "daemon";
  private volatile AuditLog audit;
  private volatile SiteConfigurationReader.Files files;

  private SettingsRegistry(Configuration conf) {
    this.conf = new WeakReference<>(conf);
  }

  /**
   * Returns the registry of a daemon.
   *
   * @param conf the object from which the daemon makes its web server: {@code
   *     RMContext#getYarnConfiguration}, or {@code getConf} of a NodeManager's {@code Context}
   */
  public static SettingsRegistry of(Configuration conf) {
    Objects.requireNonNull(conf, "conf");
    synchronized (BY_DAEMON) {
      return BY_DAEMON.computeIfAbsent(conf, SettingsRegistry::new);
    }
  }

  /**
   * Returns the registry of the daemon with a web server; if that is not known, those of all
   * daemons of the JVM that have features.
   *
   * @param conf the configuration of the web server
   */
  static List<SettingsRegistry> servedBy(Configuration conf) {
    synchronized (BY_DAEMON) {
      SettingsRegistry own = BY_DAEMON.get(conf);
      if (own != null) {
        return Collections.singletonList(own);
      }
      List<SettingsRegistry> all = new ArrayList<>(BY_DAEMON.values());
      all.removeIf(each -> each.features().isEmpty());
      return all;
    }
  }

  /**
   * Describes the daemon. Called for every daemon whose web server has the endpoint.
   *
   * @param name such as {@code NodeManager}
   * @param log takes a record of every change
   * @param siteFiles opens the daemon's configuration files; null if they are on the class path
   */
  public void serve(String name, AuditLog log, SiteConfigurationReader.Files siteFiles) {
    daemon = name;
    audit = log;
    files = siteFiles;
  }

  /**
   * Adds the configuration of a feature, which can be seen and changed until the registration is
   * closed. A feature may have several, such as one for each of its hooks: a change is made to all
   * that have the key. Live values of others of the feature that are registered apply to this one,
   * too. A configuration that hooks share is added once.
   *
   * @param feature name of the feature or the part of it, such as {@code mercury}
   * @return to be closed when the feature stops
   */
  public FeatureSettings register(String feature, LiveConfiguration live) {
    FeatureSettings added = new FeatureSettings(this, feature, live);
    synchronized (features) {
      for (FeatureSettings other : features) {
        if (other.live() == live) {
          return other;
        }
      }
      if (features.size() >= MAX_FEATURES) {
        LOG.error("The settings of {} cannot be changed live: too many are registered", feature);
        return added;
      }
      for (FeatureSettings other : features) {
        added.follow(other);
      }
      features.add(added);
    }
    return added;
  }

  /**
   * Adds the configuration of a feature as soon as it exists.
   *
   * @param source returns null until then; called whenever somebody asks for settings
   */
  public void registerLater(String feature, Supplier<LiveConfiguration> source) {
    later.put(feature, source);
  }

  private void addLater() {
    later.forEach(
        (feature, source) -> {
          LiveConfiguration live = source.get();
          if (live != null && later.remove(feature, source)) {
            register(feature, live);
          }
        });
  }

  void remove(FeatureSettings feature) {
    features.remove(feature);
  }

  /** Returns the registered features, in the order of registration. */
  List<FeatureSettings> features() {
    addLater();
    return new ArrayList<>(features);
  }

  /** Returns the daemon's name. */
  String daemon() {
    return daemon;
  }

  /** Returns the audit log; null before {@link #serve}. */
  AuditLog audit() {
    return audit;
  }

  /** Reads the daemon's yarn-site.xml again. */
  Configuration site() throws Exception {
    Configuration start = conf.get();
    if (start == null) {
      throw new IllegalStateException("the daemon is gone");
    }
    return SiteConfigurationReader.reload(start, files);
  }
}
