// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.rm.progress.ApplicationMasterEndpoint;
import org.yarnext.orchestrator.rm.progress.ProgressSource;

/**
 * Finds a job's Application Master in the ResourceManager and asks it for progress as the job's own
 * user, with a token like those for YARN's clients. Users write their Application Masters, so
 * responses are limited in size, and a call leaves nothing behind for long. Thread-safe.
 */
final class ApplicationMasterClient implements ProgressPoller.ProgressQuery {
  /** Upper bound of the bytes in an answer for one task, most of them counters. */
  private static final long BYTES_A_TASK = 4096;

  private static final long BYTES_BESIDE = 1 << 20;

  /** An answer is at most this part of the maximum heap, if that is more than 1 MB. */
  private static final long HEAP_SHARES = 1024;

  private static final int IDLE_MS = 1_000;
  private final RMContext context;
  private final ProgressSource source;
  private final Configuration conf;

  /**
   * @param timeoutMs timeout of each read from an Application Master, in ms
   * @param maxTasks maximum number of tasks of a phase
   */
  ApplicationMasterClient(
      RMContext context, ProgressSource source, Configuration conf, int timeoutMs, int maxTasks) {
    this.context = context;
    this.source = source;
    this.conf = new Configuration(conf);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, timeoutMs);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, timeoutMs);
    // Each connection serves one call; the sending thread checks at this interval whether it is
    // closed.
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECTION_MAXIDLETIME_KEY, IDLE_MS);
    this.conf.setInt(
        CommonConfigurationKeys.IPC_MAXIMUM_RESPONSE_LENGTH,
        maxResponse(
            conf.getInt(
                CommonConfigurationKeys.IPC_MAXIMUM_RESPONSE_LENGTH,
                CommonConfigurationKeys.IPC_MAXIMUM_RESPONSE_LENGTH_DEFAULT),
            maxTasks,
            Runtime.getRuntime().maxMemory()));
    String factory = CommonConfigurationKeysPublic.HADOOP_RPC_SOCKET_FACTORY_CLASS_DEFAULT_KEY;
    String standard = StandardSocketFactory.class.getName();
    if (conf.get(factory, standard).equals(standard)) {
      this.conf.set(factory, ResponseLimitFactory.class.getName());
    }
  }

  /**
   * Returns the maximum length of an answer, in bytes.
   *
   * @param configured the maximum of all of Hadoop's calls; 0 or less for none
   * @param maxHeap maximum heap of this process, in bytes
   */
  static int maxResponse(int configured, int maxTasks, long maxHeap) {
    long needed = BYTES_BESIDE + maxTasks * BYTES_A_TASK;
    // Objects made of an answer may be far larger than it, if a user wrote it for that.
    long safe = Math.min(needed, Math.max(BYTES_BESIDE, maxHeap / HEAP_SHARES));
    return (int) Math.min(configured > 0 ? configured : Integer.MAX_VALUE, safe);
  }

  @Override
  public Map<String, Double> progress(JobPhase phase, Set<String> running)
      throws IOException, InterruptedException {
    ApplicationId id = ApplicationId.fromString(phase.job().replace("job_", "application_"));
    RMApp application = context.getRMApps().get(id);
    RMAppAttempt attempt = application == null ? null : application.getCurrentAppAttempt();
    Container container = attempt == null ? null : attempt.getMasterContainer();
    if (container == null || attempt.getRpcPort() <= 0) {
      return Collections.emptyMap();
    }
    String host = container.getNodeId().getHost();
    InetSocketAddress address = NetUtils.createSocketAddrForHost(host, attempt.getRpcPort());
    UserGroupInformation user = UserGroupInformation.createRemoteUser(application.getUser());
    Token<ClientToAMTokenIdentifier> token = attempt.createClientToken(application.getUser());
    if (token != null) {
      SecurityUtil.setTokenService(token, address);
      user.addToken(token);
    }
    return source.progress(
        phase, running, new ApplicationMasterEndpoint(address, web(attempt, host), user, conf));
  }

  /**
   * Returns the Application Master's web page, on the host where it was started; null if it has
   * none.
   */
  private static URI web(RMAppAttempt attempt, String host) {
    String trackingUrl = attempt.getOriginalTrackingUrl();
    if (trackingUrl == null) {
      return null;
    }
    try {
      URI page = new URI(trackingUrl);
      return "http".equals(page.getScheme()) && page.getPort() > 0
          ? new URI("http", null, host, page.getPort(), null, null, null)
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
