// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.Collections;
import org.apache.tez.dag.api.EdgeProperty;
import org.apache.tez.dag.api.EdgeProperty.DataMovementType;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.app.dag.Vertex;
import org.apache.tez.dag.app.dag.impl.Edge;
import org.junit.Test;
import org.yarnext.tez.am.FakeVertex;
import org.yarnext.tez.policy.estimate.AttemptRun;

/** The input size of a task before it runs. */
public class TaskInputEstimatorTest {
  private final TaskInputEstimator inputs = new TaskInputEstimator();
  private final Edge broadcast = broadcast();

  private static Edge broadcast() {
    Edge edge = mock(Edge.class);
    EdgeProperty property = mock(EdgeProperty.class);
    when(property.getDataMovementType()).thenReturn(DataMovementType.BROADCAST);
    when(edge.getEdgeProperty()).thenReturn(property);
    return edge;
  }

  private static FakeVertex scan() throws IOException {
    FakeVertex scan = SplitSizeReaderTest.scan("scan", 2);
    scan.attempts.get(0).with(SplitSizeReaderTest.split(100));
    scan.attempts.get(1).with(SplitSizeReaderTest.split(300));
    return scan;
  }

  @Test
  public void taskReadsItsSplitAndBroadcastInput() throws IOException {
    FakeVertex scan = scan();
    TaskAttempt second = scan.attempts.get(1).mock;
    assertEquals(300, inputs.of(second, name -> AttemptRun.UNKNOWN));
    assertEquals(200, inputs.mean(scan.vertex, name -> AttemptRun.UNKNOWN));
    Vertex small = new FakeVertex("small", 4).vertex;
    when(scan.vertex.getInputVertices()).thenReturn(Collections.singletonMap(small, broadcast));
    assertEquals(340, inputs.of(second, name -> 10));
    assertEquals(240, inputs.mean(scan.vertex, name -> 10));
    assertEquals(
        "none has ended", AttemptRun.UNKNOWN, inputs.mean(scan.vertex, name -> AttemptRun.UNKNOWN));
  }

  @Test
  public void taskWithoutSplitsReadsOnlyFromOtherVertices() {
    FakeVertex join = new FakeVertex("join", 2);
    TaskAttempt attempt = join.attempts.get(0).mock;
    assertEquals("there are none", AttemptRun.UNKNOWN, inputs.of(attempt, name -> 10));
    Vertex small = new FakeVertex("small", 4).vertex;
    when(join.vertex.getInputVertices()).thenReturn(Collections.singletonMap(small, broadcast));
    assertEquals(40, inputs.of(attempt, name -> 10));
    assertEquals(40, inputs.mean(join.vertex, name -> 10));
  }

  @Test
  public void verticesOfTheNextDagHaveTheirOwnSplits() throws IOException {
    assertEquals(100, inputs.of(scan().attempts.get(0).mock, name -> 0));
    inputs.onDagEnded();
    FakeVertex next = SplitSizeReaderTest.scan("scan", 1);
    next.attempts.get(0).with(SplitSizeReaderTest.split(7));
    assertEquals(7, inputs.of(next.attempts.get(0).mock, name -> 0));
  }
}
