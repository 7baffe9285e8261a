// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.cluster.FederatedCluster;
import org.yarnext.minicluster.process.Await;

/** A client that submits masters which only wait until they may end. */
final class GangJobs implements AutoCloseable {
  private static final long PATIENCE_MS = 60_000;
  private static final int MASTER_MB = 512;

  private final YarnClient yarn = YarnClient.createYarnClient();
  private final Set<ApplicationId> submitted = new HashSet<>();
  private final Path gates;
  private final String web;

  GangJobs(FederatedCluster cluster) throws IOException {
    gates = Files.createDirectories(cluster.workDir().resolve("gates"));
    Configuration router = new Configuration(false);
    router.addResource(cluster.siteFile().toUri().toURL());
    web = router.get(YarnConfiguration.ROUTER_WEBAPP_ADDRESS);
    yarn.init(cluster.conf());
    yarn.start();
  }

  /** Returns once the client sees that the job is accepted. */
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
    submitted.add(id);
    return yarn.submitApplication(context);
  }

  /** The same by the Router's REST interface. */
  ApplicationId submitByRest(String tag) throws YarnException, IOException {
    ApplicationId id =
        yarn.createApplication().getApplicationSubmissionContext().getApplicationId();
    submitted.add(id);
    String job =
        String.format(
            Locale.ROOT,
            "{'application-id': '%s', 'application-name': '%s', 'application-type': 'GATE',"
                + " 'queue': 'default', 'application-tags': {'tag': ['%s']},"
                + " 'max-app-attempts': 1, 'resource': {'memory': %d, 'vCores': 1},"
                + " 'am-container-spec': {'commands': {'command':"
                + " 'until [ -e %s ]; do sleep 0.2; done'}}}",
            id,
            tag,
            tag,
            MASTER_MB,
            gate(id));
    HttpURLConnection call = rest("");
    call.setRequestMethod("POST");
    call.setRequestProperty("Content-Type", "application/json");
    call.setDoOutput(true);
    call.getOutputStream().write(job.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    assertEquals(HttpURLConnection.HTTP_ACCEPTED, call.getResponseCode());
    return id;
  }

  /** The report that a REST client receives. */
  String askByRest(String path) throws IOException {
    try (InputStream in = rest(path).getInputStream()) {
      return IOUtils.toString(in, StandardCharsets.UTF_8);
    }
  }

  private HttpURLConnection rest(String path) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return (HttpURLConnection)
        new URL("http://" + web + "/ws/v1/cluster/apps" + path + "?user.name=" + user)
            .openConnection();
  }

  private Path gate(ApplicationId id) {
    return gates.resolve(id.toString());
  }

  /** Lets the job's master end. */
  void finish(ApplicationId id) throws IOException {
    Files.createFile(gate(id));
    submitted.remove(id);
  }

  void kill(ApplicationId id) throws YarnException, IOException {
    yarn.killApplication(id);
    submitted.remove(id);
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

  /** Waits until clients see that state. */
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

  /** Kills the jobs that a failed test left. */
  @Override
  public void close() throws YarnException, IOException {
    for (ApplicationId id : submitted) {
      yarn.killApplication(id);
    }
    yarn.close();
  }
}
