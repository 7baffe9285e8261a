// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.mockito.Mockito.withSettings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.api.oldrecords.TaskAttemptState;
import org.apache.tez.dag.app.dag.DAG;
import org.apache.tez.dag.app.dag.DAGState;
import org.apache.tez.dag.app.dag.Task;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.records.TezDAGID;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.apache.tez.dag.records.TezTaskID;
import org.apache.tez.dag.records.TezVertexID;
import org.apache.tez.runtime.api.Event;
import org.apache.tez.runtime.api.impl.TezEvent;

/** A vertex whose tasks have one attempt each and are as a test sets them. */
public final class FakeVertex {
  private static final TezVertexID ID =
      TezVertexID.getInstance(TezDAGID.getInstance(ApplicationId.newInstance(1, 1), 1), 0);

  public final Vertex vertex = stub(Vertex.class);
  public final DAG dag = stub(DAG.class);
  public final List<Attempt> attempts = new ArrayList<>();
  private final Map<TezTaskID, Task> tasks = new HashMap<>();
  private int succeeded;

  /** One attempt. */
  public final class Attempt {
    public final TezTaskAttemptID id;
    public final TaskAttempt mock = stub(TaskAttempt.class);
    TaskAttemptState state = TaskAttemptState.STARTING;
    float progress;
    TezCounters counters;
    ContainerId container;
    private final ArrayList<TezEvent> events = new ArrayList<>();

    public Attempt(int index) {
      id = TezTaskAttemptID.getInstance(TezTaskID.getInstance(ID, index), 0);
      Task task = stub(Task.class);
      when(task.getAttempt(any())).thenReturn(mock);
      when(task.getAttempts()).thenReturn(Collections.singletonMap(id, mock));
      when(task.getTaskAttemptTezEvents(eq(id), eq(0), anyInt())).thenReturn(events);
      when(task.getVertex()).thenReturn(vertex);
      when(mock.getTask()).thenReturn(task);
      when(mock.getTaskAttemptID()).thenReturn(id);
      when(mock.getState()).thenAnswer(call -> state);
      when(mock.getProgress()).thenAnswer(call -> progress);
      when(mock.getCounters()).thenAnswer(call -> counters);
      when(mock.getAssignedContainerID()).thenAnswer(call -> container);
      tasks.put(id.getTaskID(), task);
    }

    /** Tez is to send it this as it begins. */
    public Attempt with(Event event) {
      events.add(new TezEvent(event, null));
      return this;
    }

    public void succeed() {
      state = TaskAttemptState.SUCCEEDED;
      progress = 1;
      succeeded++;
    }

    /** Sets the size of the split that it reads. */
    public void reads(long bytes) {
      counters = new TezCounters();
      counters.findCounter(TaskCounter.INPUT_SPLIT_LENGTH_BYTES).setValue(bytes);
    }
  }

  public FakeVertex(String name, int count) {
    when(vertex.getName()).thenReturn(name);
    when(vertex.getDAG()).thenReturn(dag);
    when(vertex.getTotalTasks()).thenReturn(count);
    when(vertex.getCompletedTasks()).thenAnswer(call -> succeeded);
    when(vertex.getSucceededTasks()).thenAnswer(call -> succeeded);
    // One stub for all: a mock tries its stubs one after the other.
    when(vertex.getTask(any(TezTaskID.class))).thenAnswer(call -> tasks.get(call.getArgument(0)));
    when(vertex.getTask(anyInt()))
        .thenAnswer(call -> tasks.get(TezTaskID.getInstance(ID, call.<Integer>getArgument(0))));
    when(vertex.getInputVertices()).thenReturn(Collections.emptyMap());
    when(dag.getName()).thenReturn("dag");
    when(dag.getID()).thenReturn(ID.getDAGID());
    when(dag.getVertex(name)).thenReturn(vertex);
    when(dag.getState()).thenReturn(DAGState.SUCCEEDED);
    for (int i = 0; i < count; i++) {
      attempts.add(new Attempt(i));
    }
  }

  /** Without a record of its calls, of which there are many. */
  private static <T> T stub(Class<T> type) {
    return mock(type, withSettings().stubOnly());
  }
}
