// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.router.subcluster.HomeRegistry;
import org.yarnext.federation.router.subcluster.RouterGangLauncher;
import org.yarnext.federation.router.subcluster.StockSubClusterClientProvider;
import org.yarnext.federation.router.subcluster.SubClusterQueueAuthorizer;
import org.yarnext.federation.store.UnusableStoreException;

/**
 * Registry of the {@link GangHook} of each Router in this JVM; makes them. A hook whose mode was
 * never above off goes with the Router's configuration; any other stays until the process ends, as
 * its threads do. Thread-safe.
 */
final class GangHookRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(GangHookRegistry.class);
  private static final Map<Configuration, GangHook> HOOKS = new WeakHashMap<>();

  private GangHookRegistry() {}

  /** Returns the hook of the Router with this configuration; never null. */
  static GangHook of(Configuration conf) {
    synchronized (HOOKS) {
      return HOOKS.computeIfAbsent(conf, GangHookRegistry::read).current();
    }
  }

  private static GangHook read(Configuration conf) {
    try {
      FederationConfiguration keys = FederationConfiguration.of(conf);
      return keys.gangMode().decides() ? make(keys, conf) : stillOff(keys, conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Gangs are started at once, as in stock YARN.", e.getMessage());
      FeatureMetrics.countRefused("FederationGangs", "Jobs that wait for their gang");
    } catch (UnusableStoreException e) {
      LOG.error(
          "{} stays off, and gangs are started at once, as in stock YARN: {}",
          FederationConfiguration.GANG_MODE.name(),
          e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("The admission of gangs failed to start: gangs are started at once.", e);
    }
    return new GangHook(null);
  }

  private static GangHook make(FederationConfiguration keys, Configuration conf)
      throws IOException {
    return new GangHook(
        keys,
        conf,
        new RouterGangLauncher(
            new StockSubClusterClientProvider(conf),
            new HomeRegistry(conf, System::nanoTime),
            UserGroupInformation.getLoginUser().getShortUserName(),
            System::nanoTime),
        SubClusterQueueAuthorizer.of(conf));
  }

  /** Creates a hook that makes another one, and opens the store, when the mode is raised. */
  private static GangHook stillOff(FederationConfiguration keys, Configuration conf) {
    GangHook off = new GangHook(keys);
    // The entry of the configuration goes with it only if nothing here holds it.
    Reference<Configuration> daemon = new WeakReference<>(conf);
    keys.live()
        .addListener(
            (old, now) -> {
              try {
                Configuration own = daemon.get();
                if (own != null && off.current() == off && keys.gangMode().decides()) {
                  off.raise(make(keys, own));
                }
              } catch (IOException e) {
                throw new IllegalStateException(
                    FederationConfiguration.GANG_MODE.name()
                        + " stays off, and gangs are started at once: "
                        + e.getMessage(),
                    e);
              }
            });
    return off;
  }

  /** Sets the hook that {@link #of} returns for a configuration. For tests. */
  static void set(Configuration conf, GangHook hook) {
    synchronized (HOOKS) {
      HOOKS.put(conf, hook);
    }
  }
}
