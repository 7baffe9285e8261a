// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.router.clientrm.FederationClientInterceptor;

/**
 * Makes clients of ResourceManagers as stock's Router does, with shorter time-outs: stock's clients
 * may wait for 15 minutes, but here one thread serves all gangs. Not thread-safe.
 */
public final class StockSubClusterClientProvider implements SubClusterClientProvider {
  private static final int MAX_USERS = 200;
  private static final int CONNECT_MS = 3_000;
  private static final int ANSWER_MS = 10_000;
  private static final int PAUSE_MS = 500;

  /** Number of failovers; the address is looked up again after a failure. */
  private static final int FAILOVERS = 1;

  private final Configuration conf;

  /** Clients by user, the least recently used first. */
  private final Map<String, UserClients> clients = new LinkedHashMap<>(16, 0.75f, true);

  public StockSubClusterClientProvider(Configuration conf) {
    this.conf = limited(conf);
  }

  /** Returns a copy of a configuration with shorter time-outs. */
  static Configuration limited(Configuration conf) {
    Configuration own = new Configuration(conf);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CONNECT_MS);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, ANSWER_MS);
    own.setInt(YarnConfiguration.CLIENT_FAILOVER_RETRIES, 0);
    own.setInt(YarnConfiguration.CLIENT_FAILOVER_RETRIES_ON_SOCKET_TIMEOUTS, 0);
    own.setInt(YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, FAILOVERS);
    own.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, PAUSE_MS);
    own.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, PAUSE_MS);
    own.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, PAUSE_MS);
    own.setLong(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, PAUSE_MS);
    return own;
  }

  /** Stock's clients of one user. */
  private static final class UserClients extends FederationClientInterceptor {
    ApplicationClientProtocol to(SubClusterId where) throws YarnException {
      return getClientRMProxyForSubCluster(where);
    }
  }

  @Override
  public ApplicationClientProtocol of(String user, SubClusterId where) throws IOException {
    UserClients client = clients.get(user);
    if (client == null) {
      client = new UserClients();
      client.setConf(conf);
      client.init(user);
      clients.put(user, client);
      Iterator<UserClients> oldest = clients.values().iterator();
      while (clients.size() > MAX_USERS) {
        oldest.next().shutdown();
        oldest.remove();
      }
    }
    try {
      return client.to(where);
    } catch (YarnException e) {
      throw new IOException("there is no connection to " + where, e);
    }
  }
}
