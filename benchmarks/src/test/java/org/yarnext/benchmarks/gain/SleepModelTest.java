// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.junit.Test;
import org.yarnext.elastic.policy.model.ElasticityModel;

public class SleepModelTest {
  private static final int MB = 6912;

  private final ElasticityModel reduce = SleepModel.reduce(MB, 16_000, 1.75);

  @Test
  public void requestedMemoryIsBarelyAboveTheIdeal() {
    assertTrue("ideal " + reduce.idealMemoryMb(), reduce.idealMemoryMb() <= MB);
    assertTrue("ideal " + reduce.idealMemoryMb(), reduce.idealMemoryMb() > 0.99 * MB);
    assertEquals(16_000, reduce.runTimeMs(MB), 0);
    assertEquals(8_000, SleepModel.map(1792, 8_000, 1.3).runTimeMs(1792), 0);
  }

  @Test
  public void undersizedTaskTakesLongerByThePenalty() {
    assertEquals(1.75 * 16_000, reduce.runTimeMs(MB - 32), 300);
    assertEquals(1.75 * 16_000, reduce.runTimeMs(MB / 8), 300);
    assertEquals(8_000 * 1.3, SleepModel.map(1792, 8_000, 1.3).runTimeMs(1791), 1e-6);
  }

  @Test
  public void tezReducerDoesNotSpillLocalOutputs() {
    ElasticityModel tez = SleepModel.tezReduce(MB, 16_000, 1.75);
    assertTrue("ideal " + tez.idealMemoryMb(), tez.idealMemoryMb() <= MB);
    assertTrue("ideal " + tez.idealMemoryMb(), tez.idealMemoryMb() > 0.99 * MB);
    assertEquals(16_000, tez.runTimeMs(MB), 0);
    assertEquals(1.75 * 16_000, tez.runTimeMs(MB - 32), 300);
    String task = ModelledSleeper.field(SleepModel.text(tez), 1.1);
    assertEquals(
        17_600, ModelledSleeper.durationMs(task, (MB - SleepModel.NON_HEAP_MB + 0L) << 20));
  }

  @Test
  public void lessMemoryMayBeFaster() {
    assertTrue(reduce.runTimeMs(6 * MB / 10) < reduce.runTimeMs(9 * MB / 10));
  }

  @Test
  public void spillingIsFreeWithoutAPenalty() {
    assertEquals(16_000, SleepModel.reduce(MB, 16_000, 1).runTimeMs(MB / 4), 1e-6);
  }

  @Test
  public void modelIsReadBackFromItsText() {
    for (ElasticityModel model :
        Arrays.asList(
            reduce,
            SleepModel.tezReduce(MB, 16_000, 1.75),
            SleepModel.map(1792, 8_000.5, 1.35),
            SleepModel.reduce(2816, 1_000, 1))) {
      ElasticityModel read = SleepModel.parse(SleepModel.text(model));
      assertEquals(model.idealMemoryMb(), read.idealMemoryMb());
      for (int mb = 600; mb <= MB; mb += 100) {
        assertEquals(model.runTimeMs(mb), read.runTimeMs(mb), 1e-9);
      }
      assertTrue(SleepModel.text(model), SleepModel.text(model).matches("[\\w.:-]+"));
    }
  }

  @Test
  public void taskRunTimeFollowsItsHeap() {
    String text = SleepModel.text(SleepModel.map(1792, 8_000, 1.5));
    long full = (1792L - SleepModel.NON_HEAP_MB) << 20;
    assertEquals(8_000, SleepingTask.runTimeMs(text, 1, full), 1e-6);
    assertEquals(13_200, SleepingTask.runTimeMs(text, 1.1, full - (1 << 20)), 1e-6);
    assertEquals("-Xmx1664m", SleepingTask.heapOption(1792));
  }

  @Test
  public void commandNamesTheVariableThatNodesRewrite() {
    String command = SleepingTask.command(reduce, 1.05);
    assertTrue(command, command.contains(" $YARNEXT_TASK_OPTS "));
    assertTrue(command, command.contains(" 1.05 $(date"));
  }
}
