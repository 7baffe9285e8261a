/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.rm.progress.ProgressSource;

/**
 * Finds the Application Master of a job in the ResourceManager, and asks it as the job's own user,
 * with a token as the ResourceManager gives its clients. Thread-safe.
 */
final class MasterCalls implements ProgressPolls.Asking {
  private final RMContext context;
  private final ProgressSource source;
  private final Configuration conf;

  MasterCalls(RMContext context, ProgressSource source, Configuration conf, int timeoutMs) {
    this.context = context;
    this.source = source;
    this.conf = new Configuration(conf);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    this.conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    this.conf.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, timeoutMs);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, timeoutMs);
  }

  @Override
  public Map<String, Double> progress(JobPhase phase) throws IOException, InterruptedException {
    ApplicationId id = ApplicationId.fromString(phase.job().replace("job_", "application_"));
    RMApp application = context.getRMApps().get(id);
    RMAppAttempt attempt = application == null ? null : application.getCurrentAppAttempt();
    if (attempt == null || attempt.getRpcPort() <= 0) {
      return Collections.emptyMap();
    }
    InetSocketAddress address =
        NetUtils.createSocketAddrForHost(attempt.getHost(), attempt.getRpcPort());
    UserGroupInformation user = UserGroupInformation.createRemoteUser(application.getUser());
    Token<ClientToAMTokenIdentifier> token = attempt.createClientToken(application.getUser());
    if (token != null) {
      SecurityUtil.setTokenService(token, address);
      user.addToken(token);
    }
    return source.progress(phase, address, user, conf);
  }
}
