// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.clients;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.BackgroundCall;

/** A word count of another framework, in the background, whose first tasks wait at a gate. */
final class GatedWordCount {
  static final long PATIENCE_MS = 180_000;

  private final MiniCluster cluster;
  private final String type;
  private final Path text;
  private final Set<ApplicationId> before;
  private final Path dir;
  private final Path gate;
  private final CompletableFuture<WordCountResult> result;

  /** Runs the application. */
  interface Job {
    WordCountResult run(Path output, Path gate) throws IOException;
  }

  /**
   * Starts the application.
   *
   * @param type the type that its framework gives to it
   * @param text directory of its input
   */
  GatedWordCount(MiniCluster cluster, String type, Path text, Job job) throws IOException {
    this.cluster = cluster;
    this.type = type;
    this.text = text;
    before = new HashSet<>(context().getRMApps().keySet());
    dir = Files.createTempDirectory(cluster.workDir(), "run-");
    gate = dir.resolve("gate");
    result = BackgroundCall.start(() -> job.run(dir.resolve("output"), gate));
  }

  void awaitTasks(int count) {
    Await.until(
        count + " tasks at the gate",
        PATIENCE_MS,
        () ->
            result.isDone()
                || dir.toFile().list((in, name) -> name.startsWith("gate.task-")).length >= count);
  }

  RMApp app() {
    List<RMApp> apps =
        context().getRMApps().values().stream()
            .filter(app -> type.equals(app.getApplicationType()))
            .filter(app -> !before.contains(app.getApplicationId()))
            .collect(Collectors.toList());
    assertEquals(apps.toString(), 1, apps.size());
    return apps.get(0);
  }

  /** Returns its live containers but the master's. */
  List<RMContainer> workers() {
    Collection<RMContainer> live =
        ((AbstractYarnScheduler<?, ?>) context().getScheduler())
            .getApplicationAttempt(app().getCurrentAppAttempt().getAppAttemptId())
            .getLiveContainers();
    return live.stream()
        .filter(container -> !container.isAMContainer())
        .collect(Collectors.toList());
  }

  /** Returns the execution types of these containers, in ascending order. */
  List<ExecutionType> executionTypes() {
    return workers().stream()
        .map(RMContainer::getExecutionType)
        .sorted()
        .collect(Collectors.toList());
  }

  /** Opens the gate, and checks the result and how the application ended. */
  void finish() throws Exception {
    Files.createFile(gate);
    assertEquals(WordText.count(text), BackgroundCall.await(result, PATIENCE_MS).counts);
    Await.until(
        () -> app() + " to have succeeded",
        PATIENCE_MS,
        () -> app().getFinalApplicationStatus() == FinalApplicationStatus.SUCCEEDED);
    assertEquals("masters", 1, app().getAppAttempts().size());
    assertEquals(
        ExecutionType.GUARANTEED,
        app().getCurrentAppAttempt().getMasterContainer().getExecutionType());
  }

  private RMContext context() {
    return cluster.resourceManager().getRMContext();
  }
}
