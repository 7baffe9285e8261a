// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.File;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.dag.app.ContainerContext;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.rm.AMSchedulerEventTALaunchRequest;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;

/** A vertex of short tasks whose scheduler events pass the adapter. */
abstract class SchedulerEventAdapterTestBase {
  static final long KEPT_MS = 250;
  static final String VARIABLE = "YARNEXT_MERCURY_RUN_MS";
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  final AtomicLong nowMs = new AtomicLong();
  final FakeVertex fake = new FakeVertex("v", 10);

  EstimatorContext parts(String mode) throws IOException {
    return TezFixture.of(
        nowMs,
        "mode",
        mode,
        "container-start",
        "0s",
        "hybrid.threshold",
        "5s",
        "hybrid.percent",
        "100",
        "history.dir",
        new File(folder.getRoot(), "history").toURI().toString());
  }

  /** The headroom that the ResourceManager reports. */
  Resource headroom = Resource.newInstance(0, 0);

  SchedulerEventAdapter events(EstimatorContext parts) {
    return new SchedulerEventAdapter(parts, true, KEPT_MS, () -> headroom);
  }

  static AMSchedulerEventTALaunchRequest request(FakeVertex.Attempt attempt) {
    return request(attempt, "", 1);
  }

  static AMSchedulerEventTALaunchRequest request(
      FakeVertex.Attempt attempt, String javaOpts, int memory) {
    ContainerContext context =
        new ContainerContext(
            Collections.emptyMap(), new Credentials(), Collections.emptyMap(), javaOpts, null);
    return new AMSchedulerEventTALaunchRequest(
        attempt.id, Resource.newInstance(memory, 1), null, attempt.mock, null, 7, context, 1, 2, 3);
  }

  FakeVertex.Attempt attempt(int i) {
    return fake.attempts.get(i);
  }

  /** Asks for it; whether an opportunistic container was asked. */
  boolean asks(SchedulerEventAdapter events, int task) {
    events.onRequested(attempt(task).mock, request(attempt(task)));
    return events.isOpportunistic(attempt(task).mock);
  }

  void run(SchedulerEventAdapter events, int task, long ms) {
    runIn(events, task, container(100 + task, ExecutionType.GUARANTEED), ms);
  }

  static Container container(int id, ExecutionType type) {
    ApplicationAttemptId of = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(ContainerId.newContainerId(of, id));
    when(container.getExecutionType()).thenReturn(type);
    when(container.getResource()).thenReturn(Resource.newInstance(1, 1));
    return container;
  }

  /** How many histories are kept of a DAG that ends thus, all tasks of which but some succeeded. */
  long kept(DAGState state, int notSucceeded) throws Exception {
    EstimatorContext parts = parts("on");
    SchedulerEventAdapter events = events(parts);
    FakeVertex.Attempt one = fake.attempts.get(0);
    when(fake.vertex.getSucceededTasks()).thenReturn(1);
    when(fake.vertex.getTotalTasks()).thenReturn(1 + notSucceeded);
    when(fake.dag.getState()).thenReturn(state);
    events.onRequested(one.mock, request(one));
    events.started(one.mock);
    events.ended(one.mock, true, null);
    events.onDagEnded();
    parts.histories.close(60_000);
    return parts.metrics.historiesKept.value();
  }

  void runIn(SchedulerEventAdapter events, int task, Container container, long ms) {
    events.onRequested(attempt(task).mock, request(attempt(task)));
    events.assigned(attempt(task).mock, container);
    attempt(task).container = container.getId();
    events.started(attempt(task).mock);
    nowMs.addAndGet(ms);
    attempt(task).succeed();
    events.ended(attempt(task).mock, true, null);
  }
}
