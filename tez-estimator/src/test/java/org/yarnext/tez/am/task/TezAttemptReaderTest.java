// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.apache.tez.common.counters.TaskCounter;
import org.apache.tez.common.counters.TezCounters;
import org.apache.tez.dag.api.EdgeProperty;
import org.apache.tez.dag.api.EdgeProperty.DataMovementType;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.junit.Test;
import org.yarnext.tez.am.FakeVertex;
import org.yarnext.tez.policy.estimate.AttemptRun;

/** The policies' inputs, read from Tez's objects. */
public class TezAttemptReaderTest {
  private final FakeVertex target = new FakeVertex("target", 4);
  private final Map<Vertex, Edge> sources = new HashMap<>();

  private FakeVertex from(String name, int tasks, DataMovementType movement) {
    Edge edge = mock(Edge.class);
    EdgeProperty property = mock(EdgeProperty.class);
    when(property.getDataMovementType()).thenReturn(movement);
    when(edge.getEdgeProperty()).thenReturn(property);
    FakeVertex source = new FakeVertex(name, tasks);
    sources.put(source.vertex, edge);
    when(target.vertex.getInputVertices()).thenReturn(sources);
    return source;
  }

  private long expected() {
    return TezAttemptReader.expectedBytes(target.vertex, name -> name.equals("unseen") ? -1 : 100);
  }

  @Test
  public void eachAttemptOfAVertexHasItsOwnNumber() {
    TezTaskAttemptID one = target.attempts.get(1).id;
    assertEquals(TezAttemptReader.number(one), TezAttemptReader.number(one));
    assertNotEquals(
        TezAttemptReader.number(one), TezAttemptReader.number(target.attempts.get(2).id));
    assertNotEquals(
        TezAttemptReader.number(one),
        TezAttemptReader.number(TezTaskAttemptID.getInstance(one.getTaskID(), 1)));
  }

  @Test
  public void sourcesIncludeIndirectSources() {
    assertEquals(Collections.emptySet(), TezAttemptReader.sources(target.vertex));
    FakeVertex direct = from("direct", 2, DataMovementType.SCATTER_GATHER);
    Vertex first = new FakeVertex("first", 2).vertex;
    when(direct.vertex.getInputVertices()).thenReturn(Collections.singletonMap(first, null));
    from("another", 2, DataMovementType.BROADCAST);
    assertEquals(
        new HashSet<>(Arrays.asList("direct", "first", "another")),
        TezAttemptReader.sources(target.vertex));
  }

  @Test
  public void shuffledInputIsShared() {
    from("a", 8, DataMovementType.SCATTER_GATHER);
    assertEquals(200, expected());
    from("b", 4, DataMovementType.ONE_TO_ONE);
    assertEquals(300, expected());
  }

  @Test
  public void broadcastInputIsReadByEachTask() {
    from("a", 8, DataMovementType.BROADCAST);
    assertEquals(800, expected());
  }

  @Test
  public void inputFromAVertexWithSeveralOutputsIsUnknown() {
    FakeVertex source = from("a", 8, DataMovementType.SCATTER_GATHER);
    when(source.vertex.getOutputVerticesCount()).thenReturn(2);
    assertEquals(AttemptRun.UNKNOWN, expected());
  }

  @Test
  public void inputIsUnknownIfItCannotBeDerived() {
    assertEquals("none before it", AttemptRun.UNKNOWN, expected());
    from("a", 8, DataMovementType.CUSTOM);
    assertEquals(AttemptRun.UNKNOWN, expected());
    sources.clear();
    from("unseen", 8, DataMovementType.SCATTER_GATHER);
    assertEquals(AttemptRun.UNKNOWN, expected());
  }

  @Test
  public void splitInputIsAdded() {
    TezAttemptReader.Left left = name -> 100;
    assertEquals(30, TezAttemptReader.expectedBytes(target.vertex, left, 30));
    from("a", 8, DataMovementType.BROADCAST);
    assertEquals(830, TezAttemptReader.expectedBytes(target.vertex, left, 30));
    assertEquals(
        AttemptRun.UNKNOWN,
        TezAttemptReader.expectedBytes(target.vertex, left, AttemptRun.UNKNOWN));
  }

  @Test
  public void countersAreReadAndNotCreated() {
    TezCounters counters = new TezCounters();
    assertEquals(AttemptRun.UNKNOWN, TezAttemptReader.bytesRead(counters));
    assertEquals(AttemptRun.UNKNOWN, TezAttemptReader.bytesLeft(counters));
    assertEquals(AttemptRun.UNKNOWN, TezAttemptReader.bytesRead(null));
    assertEquals(0, counters.countCounters());
    counters.findCounter(TaskCounter.SHUFFLE_BYTES).setValue(7);
    assertEquals(7, TezAttemptReader.bytesRead(counters));
    counters.findCounter(TaskCounter.INPUT_SPLIT_LENGTH_BYTES).setValue(30);
    assertEquals(37, TezAttemptReader.bytesRead(counters));
    assertEquals(2, counters.countCounters());
  }
}
