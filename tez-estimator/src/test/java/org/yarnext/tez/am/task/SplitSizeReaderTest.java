// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.task;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.when;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.serializer.SerializationFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.TezGroupedSplit;
import org.apache.tez.mapreduce.hadoop.MRInputHelpers;
import org.apache.tez.mapreduce.protos.MRRuntimeProtos.MRSplitProto;
import org.apache.tez.runtime.api.Event;
import org.apache.tez.runtime.api.events.DataMovementEvent;
import org.apache.tez.runtime.api.events.InputDataInformationEvent;
import org.junit.Test;
import org.yarnext.tez.am.FakeVertex;
import org.yarnext.tez.policy.estimate.AttemptRun;

/** The input sizes of tasks, from splits that Tez's own classes have written. */
public class SplitSizeReaderTest {
  private static final int TASKS = 100;

  private final FakeVertex scan = scan("scan", TASKS);
  private final SplitSizeReader sizes = new SplitSizeReader(scan.vertex);

  static FakeVertex scan(String name, int tasks) {
    FakeVertex vertex = new FakeVertex(name, tasks);
    when(vertex.vertex.getAdditionalInputs()).thenReturn(Collections.singletonMap("splits", null));
    return vertex;
  }

  private static FileSplit file(long bytes) {
    return new FileSplit(new Path("file:///part"), 0, bytes, new String[] {"here"});
  }

  private static Event event(MRSplitProto split) {
    return InputDataInformationEvent.createWithSerializedPayload(
        0, split.toByteString().asReadOnlyByteBuffer());
  }

  private static Event event(InputSplit split) throws IOException {
    return event(
        MRInputHelpers.createSplitProto(split, new SerializationFactory(new Configuration())));
  }

  public static Event split(long bytes) throws IOException {
    return event(file(bytes));
  }

  private long size(int task) {
    return sizes.of(scan.attempts.get(task).id);
  }

  @Test
  public void eachTaskHasItsSplit() throws IOException {
    scan.attempts.get(0).with(split(100));
    scan.attempts.get(2).with(split(300));
    assertEquals(300, size(2));
    assertEquals(100, size(0));
    assertEquals("once more", 300, size(2));
    assertEquals("none was made for it", AttemptRun.UNKNOWN, size(1));
  }

  @Test
  public void splitsOfATaskAreSummed() throws IOException {
    TezGroupedSplit group = new TezGroupedSplit(2, "format", new String[] {"here"});
    group.addSplit(file(10));
    group.addSplit(file(20));
    Event fromAnother = DataMovementEvent.create(0, ByteBuffer.allocate(0));
    scan.attempts.get(0).with(event(group)).with(fromAnother).with(split(5));
    assertEquals(35, size(0));
  }

  @Test
  public void splitsOfTheMapredInterfaceAreRead() throws IOException {
    org.apache.hadoop.mapred.split.TezGroupedSplit group =
        new org.apache.hadoop.mapred.split.TezGroupedSplit(1, "format", new String[0]);
    group.addSplit(new org.apache.hadoop.mapred.FileSplit(new Path("part"), 0, 42, new String[0]));
    scan.attempts.get(0).with(event(MRInputHelpers.createSplitProto(group)));
    assertEquals(42, size(0));
  }

  @Test
  public void meanIsTheMeanOfSampledTasks() throws IOException {
    assertEquals(AttemptRun.UNKNOWN, new SplitSizeReader(scan.vertex).mean());
    for (int task = 0; task < TASKS; task++) {
      scan.attempts.get(task).with(split(task < TASKS / 2 ? 100 : 300));
    }
    assertEquals(200, sizes.mean());
  }

  @Test
  public void invalidSplitDisablesReadingForTheVertex() throws IOException {
    Event other =
        InputDataInformationEvent.createWithSerializedPayload(
            0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
    scan.attempts.get(0).with(other);
    scan.attempts.get(1).with(split(100));
    assertEquals(AttemptRun.UNKNOWN, size(0));
    assertEquals(AttemptRun.UNKNOWN, size(1));
  }

  @Test
  public void missingOrUnreadableSplitSizeIsUnknown() throws IOException {
    Event elsewhere = InputDataInformationEvent.createWithSerializedPath(0, "file:///payload");
    scan.attempts.get(0).with(elsewhere);
    assertEquals(AttemptRun.UNKNOWN, size(0));
    FakeVertex streams = scan("streams", 1);
    streams.attempts.get(0).with(split(-1));
    assertEquals(
        AttemptRun.UNKNOWN, new SplitSizeReader(streams.vertex).of(streams.attempts.get(0).id));
    FakeVertex foreign = scan("foreign", 1);
    MRSplitProto notThere =
        MRSplitProto.newBuilder()
            .setSplitClassName("org.example.Split")
            .setSplitBytes(ByteString.EMPTY)
            .build();
    foreign.attempts.get(0).with(event(notThere));
    assertEquals(
        AttemptRun.UNKNOWN, new SplitSizeReader(foreign.vertex).of(foreign.attempts.get(0).id));
  }

  @Test
  public void vertexWithoutAdditionalInputsHasNoSplits() throws IOException {
    scan.attempts.get(0).with(split(100));
    when(scan.vertex.getAdditionalInputs()).thenReturn(Collections.emptyMap());
    assertEquals(AttemptRun.UNKNOWN, size(0));
    assertEquals(AttemptRun.UNKNOWN, sizes.mean());
  }
}
