// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.api.DAG;
import org.apache.tez.dag.api.DataSinkDescriptor;
import org.apache.tez.dag.api.DataSourceDescriptor;
import org.apache.tez.dag.api.Edge;
import org.apache.tez.dag.api.InputDescriptor;
import org.apache.tez.dag.api.OutputDescriptor;
import org.apache.tez.dag.api.ProcessorDescriptor;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.api.Vertex;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.AppContext;
import org.apache.tez.dag.app.TezDagVersionInfo;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.dag.VertexState;
import org.apache.tez.dag.history.DAGHistoryEvent;
import org.apache.tez.dag.history.HistoryEvent;
import org.apache.tez.dag.history.events.AppLaunchedEvent;
import org.apache.tez.dag.history.events.DAGFinishedEvent;
import org.apache.tez.dag.history.events.DAGSubmittedEvent;
import org.apache.tez.dag.history.events.TaskAttemptFinishedEvent;
import org.apache.tez.dag.history.events.TaskAttemptStartedEvent;
import org.apache.tez.dag.history.events.VertexFinishedEvent;
import org.apache.tez.dag.history.events.VertexInitializedEvent;
import org.apache.tez.dag.history.logging.impl.SimpleHistoryLoggingService;
import org.apache.tez.dag.records.TezDAGID;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.dag.records.TezVertexID;
import org.apache.tez.runtime.library.conf.OrderedPartitionedKVEdgeConfig;
import org.apache.tez.runtime.library.partitioner.HashPartitioner;

/**
 * A Tez DAG that has run, with the history that Tez's own service writes: a chain of vertices with
 * sorted edges between. A vertex's tasks start with the DAG, wait for the vertex before, and run.
 */
public final class FinishedDag {
  private static final long START = FinishedJob.CLUSTER + 60_000;

  private static final class Task {
    int vertex;
    long ms;
    TezCounters counters = new TezCounters();
    TaskAttemptState state = TaskAttemptState.SUCCEEDED;
    String diagnostics = "";
  }

  private final String name;
  private final int number;
  private final TezConfiguration conf = new TezConfiguration(false);
  private final Map<String, String> edgeSettings = new HashMap<>();
  private final List<String> vertices = new ArrayList<>();
  private final List<Task> tasks = new ArrayList<>();
  private boolean failed;
  private boolean cutOff;
  private boolean secondAttempt;

  /**
   * @param number of the application
   */
  public FinishedDag(String name, int number) {
    this.name = name;
    this.number = number;
    set("tez.task.resource.memory.mb", "1024");
  }

  public FinishedDag set(String key, String value) {
    conf.set(key, value);
    return this;
  }

  /** Sets a value of the edges, shown in the history. */
  FinishedDag setForEdges(String key, String value) {
    edgeSettings.put("tez.runtime.convert.user-payload.to.history-text", "true");
    edgeSettings.put(key, value);
    return this;
  }

  FinishedDag failed() {
    failed = true;
    return this;
  }

  /** The application master was gone before it had written the DAG's end. */
  FinishedDag cutOff() {
    cutOff = true;
    return this;
  }

  /** Adds a second attempt of the Application Master, which writes no configuration. */
  FinishedDag secondAttempt() {
    secondAttempt = true;
    return this;
  }

  /** Adds a vertex behind the others. */
  public FinishedDag vertex(String vertex) {
    vertices.add(vertex);
    return this;
  }

  /** Adds a task to the last vertex. */
  public FinishedDag task(long ms) {
    Task task = new Task();
    task.vertex = vertices.size() - 1;
    task.ms = ms;
    tasks.add(task);
    return this;
  }

  /** Sets a counter of the last task. */
  public FinishedDag counter(TaskCounter counter, long value) {
    last().counters.findCounter(counter).setValue(value);
    return this;
  }

  /** Makes the last task one that failed. */
  FinishedDag failedTask(String diagnostics) {
    last().state = TaskAttemptState.FAILED;
    last().diagnostics = diagnostics;
    return this;
  }

  private Task last() {
    return tasks.get(tasks.size() - 1);
  }

  ApplicationId application() {
    return ApplicationId.newInstance(FinishedJob.CLUSTER, number);
  }

  ContainerId container(int task) {
    return ContainerId.newContainerId(ApplicationAttemptId.newInstance(application(), 1), 2 + task);
  }

  /** Writes the history as the application master would do. */
  public Path write(Path directory) throws IOException {
    ApplicationAttemptId attempt =
        ApplicationAttemptId.newInstance(application(), secondAttempt ? 2 : 1);
    AppContext context = mock(AppContext.class);
    when(context.getApplicationAttemptId()).thenReturn(attempt);
    Configuration logging = new Configuration(false);
    logging.set(TezConfiguration.TEZ_SIMPLE_HISTORY_LOGGING_DIR, directory.toUri().toString());
    SimpleHistoryLoggingService service = new SimpleHistoryLoggingService();
    service.setAppContext(context);
    service.init(logging);
    service.start();
    endWriter();
    for (HistoryEvent event : events(attempt)) {
      service.handle(new DAGHistoryEvent(event));
    }
    service.stop();
    return directory.resolve("history.txt." + attempt);
  }

  /**
   * Leaves all writing to the service's stop. Its thread may hold one event at that time, which is
   * then lost, since the file is closed before it writes.
   */
  private static void endWriter() throws IOException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("HistoryEventHandlingThread")) {
        thread.interrupt();
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }

  private List<HistoryEvent> events(ApplicationAttemptId attempt) throws IOException {
    List<HistoryEvent> events = new ArrayList<>();
    if (!secondAttempt) {
      events.add(
          new AppLaunchedEvent(application(), START, START, "user", conf, new TezDagVersionInfo()));
    }
    TezDAGID dag = TezDAGID.getInstance(application(), 1);
    events.add(
        new DAGSubmittedEvent(
            dag,
            START,
            dag().createDag(conf, new Credentials(), new HashMap<>(), null, false),
            attempt,
            new HashMap<>(),
            "user",
            conf,
            null,
            "q"));
    long previousEnd = START;
    for (int v = 0; v < vertices.size(); v++) {
      previousEnd = vertexEvents(TezVertexID.getInstance(dag, v), v, previousEnd, events);
    }
    if (cutOff) {
      return events;
    }
    events.add(
        new DAGFinishedEvent(
            dag,
            START,
            previousEnd,
            failed ? DAGState.FAILED : DAGState.SUCCEEDED,
            "",
            new TezCounters(),
            "user",
            name,
            Collections.emptyMap(),
            attempt,
            null));
    return events;
  }

  private long vertexEvents(TezVertexID id, int v, long from, List<HistoryEvent> events) {
    events.add(
        new VertexInitializedEvent(
            id, vertices.get(v), START, START, 1, "processor", null, null, null));
    long end = from;
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      if (task.vertex == v) {
        end = Math.max(end, from + task.ms);
        TezTaskAttemptID attempt = TezTaskAttemptID.getInstance(TezTaskID.getInstance(id, i), 0);
        NodeId node = NodeId.newInstance("node", 1);
        events.add(
            new TaskAttemptStartedEvent(
                attempt, vertices.get(v), START, container(i), node, "", "", ""));
        // As in Tez, only attempts that do not succeed state where they ran.
        boolean succeeded = task.state == TaskAttemptState.SUCCEEDED;
        events.add(
            new TaskAttemptFinishedEvent(
                attempt,
                vertices.get(v),
                START,
                from + task.ms,
                task.state,
                null,
                null,
                task.diagnostics,
                task.counters,
                null,
                null,
                START,
                null,
                START,
                succeeded ? null : container(i),
                succeeded ? null : node,
                null,
                null,
                null));
      }
    }
    events.add(
        new VertexFinishedEvent(
            id,
            vertices.get(v),
            1,
            START,
            START,
            START,
            START,
            end,
            VertexState.SUCCEEDED,
            "",
            new TezCounters(),
            null,
            null,
            null));
    return end;
  }

  private DAG dag() {
    DAG dag = DAG.create(name);
    Vertex before = null;
    for (String vertex : vertices) {
      Vertex next =
          Vertex.create(
              vertex, ProcessorDescriptor.create("processor"), 1, Resource.newInstance(1024, 1));
      dag.addVertex(next);
      if (before == null) {
        next.addDataSource(
            "in", DataSourceDescriptor.create(InputDescriptor.create("files"), null, null));
      } else {
        OrderedPartitionedKVEdgeConfig edge =
            OrderedPartitionedKVEdgeConfig.newBuilder(
                    Text.class.getName(),
                    IntWritable.class.getName(),
                    HashPartitioner.class.getName())
                .setAdditionalConfiguration(edgeSettings)
                .build();
        dag.addEdge(Edge.create(before, next, edge.createDefaultEdgeProperty()));
      }
      before = next;
    }
    before.addDataSink(
        "out", DataSinkDescriptor.create(OutputDescriptor.create("files"), null, null));
    return dag;
  }
}
