// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.minicluster.process.Await;

/** An Application Master that runs in this JVM, as YARN's unmanaged masters do. */
final class UnmanagedMaster implements Master {

  private static final long REGISTER_TIMEOUT_MS = 60_000;
  private static final EnumSet<YarnApplicationState> ENDED =
      EnumSet.of(
          YarnApplicationState.FAILED, YarnApplicationState.KILLED, YarnApplicationState.FINISHED);

  private final ApplicationId applicationId;
  private final YarnClient yarn;
  private final UserGroupInformation user;
  private MasterClients clients;

  /**
   * Submits the application as {@code submitter}, and waits until the ResourceManager expects its
   * master.
   *
   * @param queue queue, or null for YARN's default
   */
  UnmanagedMaster(Configuration conf, String name, String queue, UserGroupInformation submitter)
      throws IOException {
    try {
      yarn = submitter.doAs((PrivilegedExceptionAction<YarnClient>) () -> startClient(conf));
      ApplicationSubmissionContext context =
          yarn.createApplication().getApplicationSubmissionContext();
      applicationId = context.getApplicationId();
      context.setApplicationName(name);
      context.setQueue(queue);
      context.setApplicationType("SHELL");
      context.setUnmanagedAM(true);
      context.setMaxAppAttempts(1);
      context.setResource(Resource.newInstance(1, 1));
      context.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
      yarn.submitApplication(context);
      Await.until(
          name + " to be accepted by the ResourceManager", REGISTER_TIMEOUT_MS, this::isLaunched);
      ApplicationReport report = yarn.getApplicationReport(applicationId);
      user =
          UserGroupInformation.createRemoteUser(report.getCurrentApplicationAttemptId().toString());
      Token<AMRMTokenIdentifier> token = yarn.getAMRMToken(applicationId);
      user.addToken(token);
    } catch (YarnException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static YarnClient startClient(Configuration conf) {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    return client;
  }

  private boolean isLaunched() throws IOException, YarnException {
    ApplicationReport report = yarn.getApplicationReport(applicationId);
    if (ENDED.contains(report.getYarnApplicationState())) {
      throw new IOException(applicationId + " was refused: " + report.getDiagnostics());
    }
    return report.getYarnApplicationState() == YarnApplicationState.ACCEPTED
        && yarn.getApplicationAttemptReport(report.getCurrentApplicationAttemptId())
                .getYarnApplicationAttemptState()
            == YarnApplicationAttemptState.LAUNCHED
        && yarn.getAMRMToken(applicationId) != null;
  }

  /** Registers the master. Callbacks begin with this call. */
  void register(Configuration conf, int heartbeatMs, ShellCallbacks callbacks) throws IOException {
    clients = MasterClients.register(conf, user, heartbeatMs, callbacks);
  }

  @Override
  public ApplicationId applicationId() {
    return applicationId;
  }

  @Override
  public MasterClients clients() {
    return clients;
  }

  @Override
  public void close() throws IOException {
    try {
      if (clients != null) {
        clients.unregister();
      } else {
        yarn.killApplication(applicationId);
      }
    } catch (YarnException e) {
      throw new IOException(e);
    } finally {
      yarn.stop();
    }
  }
}
