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
package org.yarnext.minicluster.federation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.Await;
import org.yarnext.minicluster.FederatedCluster;

/** A client that submits masters which only wait to be told to end. */
final class GangJobs implements AutoCloseable {
  private static final long PATIENCE_MS = 60_000;
  private static final int MASTER_MB = 512;

  private final YarnClient yarn = YarnClient.createYarnClient();
  private final Path gates;

  GangJobs(FederatedCluster cluster) throws IOException {
    gates = Files.createDirectories(cluster.workDir().resolve("gates"));
    yarn.init(cluster.conf());
    yarn.start();
  }

  /** Returns once the client was told that the job is accepted. */
  ApplicationId submit(String tag) throws YarnException, IOException {
    ApplicationSubmissionContext context =
        yarn.createApplication().getApplicationSubmissionContext();
    ApplicationId id = context.getApplicationId();
    context.setApplicationName(tag);
    context.setApplicationType("GATE");
    context.setApplicationTags(Collections.singleton(tag));
    context.setMaxAppAttempts(1);
    context.setResource(Resource.newInstance(MASTER_MB, 1));
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Collections.emptyMap(),
            Collections.emptyMap(),
            Collections.singletonList("until [ -e '" + gate(id) + "' ]; do sleep 0.2; done"),
            null,
            null,
            Collections.emptyMap()));
    return yarn.submitApplication(context);
  }

  private Path gate(ApplicationId id) {
    return gates.resolve(id.toString());
  }

  /** Lets the job's master end. */
  void finish(ApplicationId id) throws IOException {
    Files.createFile(gate(id));
  }

  void kill(ApplicationId id) throws YarnException, IOException {
    yarn.killApplication(id);
  }

  YarnApplicationState state(ApplicationId id) throws YarnException, IOException {
    return yarn.getApplicationReport(id).getYarnApplicationState();
  }

  /** Waits until a ResourceManager has it and has begun to run it. */
  void awaitAttempt(ApplicationId id) {
    Await.until(
        () -> "an attempt of " + id,
        PATIENCE_MS,
        () -> yarn.getApplicationReport(id).getCurrentApplicationAttemptId().getAttemptId() == 1);
  }

  /** Waits until clients are told that. */
  void awaitDiagnostics(ApplicationId id, String text) {
    ApplicationReport[] last = new ApplicationReport[1];
    Await.until(
        () -> text + " of " + id + ", not " + last[0],
        PATIENCE_MS,
        () -> {
          last[0] = yarn.getApplicationReport(id);
          return last[0].getDiagnostics().contains(text);
        });
  }

  @Override
  public void close() throws IOException {
    yarn.close();
  }
}
