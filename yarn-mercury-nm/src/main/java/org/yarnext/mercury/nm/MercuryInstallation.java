// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.AuxiliaryServiceLookup;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.explain.NodeManagerAuthorizer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.nm.scheduler.RecoveredContainerSnapshot;

/**
 * Installs Mercury in one NodeManager and removes it again. While the mode is off, containers run
 * as stock (the placement, {@link PlacementInstallation}, has its own mode). A refused
 * configuration or a failed installation leaves the NodeManager stock, with one log line and a
 * counter.
 */
final class MercuryInstallation {
  private static final Logger LOG = LoggerFactory.getLogger(MercuryInstallation.class);
  private static final String BEAN = "Mercury";
  private static final String BEAN_DESCRIPTION = "Mercury's opportunistic containers on this node";

  private final PlacementInstallation placement = new PlacementInstallation();
  private Context context;
  private Configuration conf;

  /** Null if Mercury's queue is refused. */
  private NodeHooks hooks;

  private MercuryConfiguration configuration;

  /** Metrics of a refused Mercury; null otherwise. */
  private FeatureMetrics refused;

  /** Reads the configuration, and the state that must be read before the NodeManager recovers. */
  void prepare(Configuration nmConf, Context nmContext) {
    conf = nmConf;
    context = nmContext;
    try {
      placement.serveOldMasters(conf, context);
      configuration =
          ConfigurationRegistry.ofNodeManager(context, conf, ConfigurationRegistry.Part.NODE);
      NodeManagerAuthorizer.serve(context, "mercury", configuration.live());
      placement.install(configuration, conf, context);
      if (configuration.shadowOnly() != null) {
        LOG.warn(configuration.shadowOnly());
      }
      hooks =
          new NodeHooks(
              context,
              configuration,
              new FeatureMetrics(BEAN, BEAN_DESCRIPTION, configuration::mode),
              RecoveredContainerSnapshot.read(context.getNMStateStore()),
              conf.getBoolean(
                  YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION,
                  YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION));
    } catch (InvalidConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Exception | LinkageError e) {
      refuse("Feature mercury stays off: it failed to initialize.", e);
    }
  }

  /**
   * Installs Mercury's queue, which follows its mode from now on. Every service of the NodeManager
   * must be initialised.
   */
  void install(Dispatcher handlers) {
    if (hooks == null) {
      return;
    }
    if (!(handlers instanceof AsyncDispatcher)) {
      refuse(
          "Feature mercury stays off: this NodeManager's dispatcher is a "
              + handlers.getClass().getName()
              + ", and Mercury supports only an AsyncDispatcher: remove Mercury's"
              + " containers launcher.",
          null);
      return;
    }
    install((AsyncDispatcher) handlers);
  }

  private void install(AsyncDispatcher dispatcher) {
    try {
      MercuryAuxiliaryService service =
          AuxiliaryServiceLookup.find(context.getAuxServices(), MercuryAuxiliaryService.class);
      if (service == null || service.estimates() == null) {
        refuse(
            "Feature mercury stays off: the auxiliary service mercury is missing: "
                + addService(conf)
                + ".",
            null);
        return;
      }
      placement.learnFrom(service.estimates());
      hooks.install(dispatcher, service);
      configuration.installed(MercuryConfiguration.MODE);
      configuration.installed(MercuryConfiguration.OVERALLOCATION_MODE);
    } catch (Exception | LinkageError e) {
      hooks.undo(dispatcher);
      refuse("Feature mercury stays off: it failed to install.", e);
    }
  }

  /** Returns how to add the auxiliary service to this NodeManager's configuration. */
  private static String addService(Configuration conf) {
    boolean manifest =
        conf.getBoolean(
            YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED,
            YarnConfiguration.DEFAULT_NM_AUX_SERVICES_MANIFEST_ENABLED);
    String type = MercuryAuxiliaryService.class.getName();
    return manifest
        ? "add a service named mercury with the property class.name="
            + type
            + " and without files to the manifest "
            + conf.get(
                YarnConfiguration.NM_AUX_SERVICES_MANIFEST,
                "that " + YarnConfiguration.NM_AUX_SERVICES_MANIFEST + " is to name")
            + ", and restart the NodeManager"
        : "add mercury to "
            + YarnConfiguration.NM_AUX_SERVICES
            + " and set yarn.nodemanager.aux-services.mercury.class="
            + type;
  }

  /** Handles the end of a container's process, or its coming stop; on the dispatcher's thread. */
  void onExited(Container c) {
    if (hooks != null) {
      hooks.onExited(c);
    }
  }

  private void refuse(String message, Throwable cause) {
    // The placement stays unchanged whatever happens to the queue.
    boolean isOff = configuration != null && configuration.mode() == FeatureMode.OFF;
    if (configuration != null) {
      configuration.unavailable(MercuryConfiguration.MODE, message);
      configuration.unavailable(MercuryConfiguration.OVERALLOCATION_MODE, message);
    }
    if (hooks != null) {
      hooks.stop();
      hooks = null;
    }
    if (isOff) {
      LOG.info("{} It is off in any case.", message, cause);
      return;
    }
    LOG.error("{} Containers run as in stock YARN.", message, cause);
    refused = FeatureMetrics.refused(BEAN, BEAN_DESCRIPTION);
  }

  /**
   * Stops the threads and beans beside the dispatcher; held containers stay in the NodeManager's
   * state store.
   */
  void stop() {
    placement.undo();
    AttemptRegistry.forget(context);
    if (hooks != null) {
      hooks.stop();
    }
    if (refused != null) {
      refused.unregister();
    }
  }
}
