// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.Test;
import org.yarnext.elastic.policy.model.spill.ShuffleSettings;

public class TaskClassRunCodecTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode written(TaskClassRun run) {
    ObjectNode into = JSON.createObjectNode();
    TaskClassRunCodec.write(run, into);
    return into;
  }

  private static TaskClassRun.Builder run() {
    return new TaskClassRun.Builder("sort 7", "job_1_0007", "MAPREDUCE", "reduce")
        .priority(10)
        .memory(2048, 1600)
        .endedAt(1_700_000_000_000L);
  }

  private static TaskClassRun copied(TaskClassRun run) throws Exception {
    return TaskClassRunCodec.read(JSON.readTree(written(run).toString()));
  }

  @Test
  public void mergingTasksAreReadAsWritten() throws Exception {
    ShuffleSettings settings = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0.1f, 64);
    TaskClassRun run =
        run()
            .merging(settings)
            .doubt("It is a guess.")
            .add(TaskSample.merging(0, 10_000.5, 400.25, 40, 10, 0.1))
            .add(TaskSample.merging(512, 20_000, 400, 40, 10, 1.3))
            .build();
    TaskClassRun copy = copied(run);
    assertEquals(written(run), written(copy));
    assertEquals(settings.toString(), copy.settings().toString());
    assertTrue(copy.merges());
    assertEquals(run.key(), copy.key());
    assertEquals("sort 7", copy.job());
    assertEquals(1_700_000_000_000L, copy.endMs());
    assertEquals("It is a guess.", copy.doubt());
    assertEquals(1600, copy.heapMb());
    assertEquals(512, copy.sizes().get(1).lostMb());
    assertEquals(10_000.5, copy.sizes().get(0).ms(), 0);
  }

  @Test
  public void sortingTasksAreReadAsWritten() throws Exception {
    TaskClassRun run = run().add(TaskSample.sorting(0, 3_000, 10, 11, true)).build();
    TaskClassRun copy = copied(run);
    assertEquals(written(run), written(copy));
    assertEquals(1, copy.sizes().get(0).writtenOnce(), 0);
  }

  @Test
  public void executorsOfSparkAreReadAsWritten() throws Exception {
    TaskClassRun run =
        run()
            .spark(new SparkSort(4, 0.6f, 12.5, 300.25, 3.5))
            .add(TaskSample.merging(0, 3_000, 10, 1, 0, 0))
            .build();
    TaskClassRun copy = copied(run);
    assertEquals(written(run), written(copy));
    assertEquals(12.5, copy.sort().tasks(), 0);
    assertEquals(300.25, copy.endedAt(1).sort().memoryMb(), 0);
  }

  @Test
  public void damagedRunIsRefused() {
    ObjectNode run = written(run().build());
    run.remove("heapMb");
    assertThrows(IllegalArgumentException.class, () -> TaskClassRunCodec.read(run));
    run.put("heapMb", 1600).put("job", 7);
    assertThrows(IllegalArgumentException.class, () -> TaskClassRunCodec.read(run));
  }
}
