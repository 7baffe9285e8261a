// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.apache.hadoop.yarn.exceptions.InvalidApplicationMasterRequestException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The YARN clients of one Application Master. Several masters in one JVM must not share what YARN's
 * clients share by default: each has its own user, which is the application attempt with the AMRM
 * token, and its own cache of NM tokens.
 */
final class MasterClients {
  private static final Logger LOG = LoggerFactory.getLogger(MasterClients.class);

  final AMRMClientAsync<ContainerRequest> rm;
  final NMClientAsync nm;

  private MasterClients(AMRMClientAsync<ContainerRequest> rm, NMClientAsync nm) {
    this.rm = rm;
    this.nm = nm;
  }

  /**
   * Registers the master as {@code user}, which has its AMRM token. Callbacks begin with this call.
   */
  static MasterClients register(
      Configuration conf, UserGroupInformation user, int heartbeatMs, ShellCallbacks callbacks)
      throws IOException {
    NMTokenCache tokens = new NMTokenCache();
    AMRMClient<ContainerRequest> rmClient = AMRMClient.createAMRMClient();
    rmClient.setNMTokenCache(tokens);
    AMRMClientAsync<ContainerRequest> rm =
        AMRMClientAsync.createAMRMClientAsync(rmClient, heartbeatMs, callbacks.ofResourceManager());
    NMClientAsync nm = NMClientAsync.createNMClientAsync(callbacks.ofNodes());
    nm.getClient().setNMTokenCache(tokens);
    nm.getClient().cleanupRunningContainersOnStop(false);
    try {
      user.doAs(
          (PrivilegedExceptionAction<Object>)
              () -> {
                nm.init(conf);
                nm.start();
                rm.init(conf);
                rm.start();
                return rm.registerApplicationMaster("localhost", 0, "", Collections.emptyMap());
              });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    return new MasterClients(rm, nm);
  }

  /** Ends the application and stops the clients. */
  void unregister() throws IOException {
    try {
      rm.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
    } catch (InvalidApplicationMasterRequestException e) {
      // The client repeats the call until the final state is stored. Stock removes the attempt
      // shortly before that, and then rejects the call.
      LOG.debug("The application had ended already", e);
    } catch (YarnException e) {
      throw new IOException(e);
    } finally {
      stop();
    }
  }

  /** Stops the clients without unregistering. */
  void stop() {
    rm.stop();
    nm.stop();
  }
}
