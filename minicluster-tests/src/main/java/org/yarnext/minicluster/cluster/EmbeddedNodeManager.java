// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DeletionService;
import org.apache.hadoop.yarn.server.nodemanager.LocalDirsHandlerService;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManagerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.LogHandler;
import org.apache.hadoop.yarn.server.nodemanager.health.NodeHealthCheckerService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.StateStoreCloseGuard;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.nodemanager.security.NMTokenSecretManagerInNM;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;
import org.yarnext.minicluster.process.FreePorts;

/**
 * A stock NodeManager for use inside a test JVM. It does no Kerberos login, replaces the stock log
 * handler, which takes ten seconds to stop while there are logs, and closes its state store only
 * when no thread uses it.
 *
 * <p>MiniYARNCluster's own NodeManagers are not used: with opportunistic queueing on, they tell
 * their container scheduler that the node has 8 GB and 10 cores whatever the configuration says,
 * and they call the ResourceManager without RPC.
 */
final class EmbeddedNodeManager extends NodeManager {

  /** Environment variable that gives containers the address of their node's AMRMProxy. */
  static final String PROXY_VARIABLE = "YARNEXT_AMRM_PROXY";

  /** Key of the share of its queue wait that the node reports, 0 to 1. Default 1. */
  static final String REPORTED_SHARE = "yarnext.minicluster.reported-wait-share";

  @Override
  protected void doSecureLogin() {}

  @Override
  protected NMContext createNMContext(
      NMContainerTokenSecretManager containerTokens,
      NMTokenSecretManagerInNM tokens,
      NMStateStoreService store,
      boolean distributed,
      Configuration conf) {
    StateStoreCloseGuard.of(store);
    return super.createNMContext(containerTokens, tokens, store, distributed, conf);
  }

  @Override
  protected NodeStatusUpdater createNodeStatusUpdater(
      Context context, Dispatcher dispatcher, NodeHealthCheckerService healthChecker) {
    double share = context.getConf().getDouble(REPORTED_SHARE, 1);
    return share == 1
        ? super.createNodeStatusUpdater(context, dispatcher, healthChecker)
        : new UnderReportingUpdater(share, context, dispatcher, healthChecker, metrics);
  }

  @Override
  protected ContainerManagerImpl createContainerManager(
      Context context,
      ContainerExecutor executor,
      DeletionService deletion,
      NodeStatusUpdater updater,
      ApplicationACLsManager acls,
      LocalDirsHandlerService dirs) {
    return new ContainerManagerImpl(context, executor, deletion, updater, metrics, dirs) {
      @Override
      protected LogHandler createLogHandler(
          Configuration conf, Context context, DeletionService deletion) {
        return conf.getBoolean(
                YarnConfiguration.LOG_AGGREGATION_ENABLED,
                YarnConfiguration.DEFAULT_LOG_AGGREGATION_ENABLED)
            ? super.createLogHandler(conf, context, deletion)
            : new RetainingLogHandler(getDispatcher());
      }
    };
  }

  /**
   * Returns the configuration of node {@code index}: a copy of the cluster's, with the node's own
   * addresses and directories.
   */
  static Configuration configurationOf(
      Configuration cluster, File workDir, int index, String host) {
    Configuration conf = new YarnConfiguration(cluster);
    File dir = new File(workDir, "node" + index);
    conf.set(ClusterSettings.NODE, dir.getName());
    conf.set(YarnConfiguration.NM_ADDRESS, host + ":" + FreePorts.on(host));
    conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, host + ":0");
    conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, host + ":0");
    String proxy = host + ":" + FreePorts.on(host);
    conf.set(YarnConfiguration.AMRM_PROXY_ADDRESS, proxy);
    conf.set(
        YarnConfiguration.NM_ADMIN_USER_ENV,
        conf.get(YarnConfiguration.NM_ADMIN_USER_ENV) + "," + PROXY_VARIABLE + "=" + proxy);
    // Fixed, so that it is the same after a restart: reducers locate map outputs by this port.
    conf.setInt("mapreduce.shuffle.port", FreePorts.on(host));
    conf.set(YarnConfiguration.NM_COLLECTOR_SERVICE_ADDRESS, host + ":" + FreePorts.on(host));
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, new File(dir, "local").getPath());
    conf.set(YarnConfiguration.NM_LOG_DIRS, new File(dir, "logs").getPath());
    conf.set(YarnConfiguration.NM_RECOVERY_DIR, new File(dir, "recovery").getPath());
    return conf;
  }
}
