// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;

public class EstimateLogReaderTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void linesOfTheMasterLogAreRead() throws IOException {
    Path container = folder.newFolder("container_1").toPath();
    String log =
        "2026-01-01 00:00:00,000 [DEBUG] [x] |am.DagState|: Attempt 65536 of Dag, vertex map 1:"
            + " expected 1200 ms, ran 1000 ms, of the first wave\n"
            + "2026-01-01 00:00:00,000 [INFO] [x] |am.DagState|: Estimates of Dag, vertex map 1\n"
            + "2026-01-01 00:00:00,000 [DEBUG] [x] |am.DagState|: Attempt 0 of Dag, vertex b:"
            + " expected 10 ms, ran 20 ms, a later one\n";
    Files.write(container.resolve("syslog_dag_1"), log.getBytes(UTF_8));
    Files.write(container.resolve("stderr"), log.getBytes(UTF_8));
    List<EstimateRecord> records = EstimateLogReader.in(folder.getRoot().toPath());
    assertEquals(2, records.size());
    EstimateRecord first = records.get(0);
    assertEquals("map 1", first.vertex);
    assertEquals(Question.STARTED, first.question);
    assertTrue(first.firstWave);
    assertEquals(1_000, first.truthMs, 0);
    assertEquals(0.2, first.error(0), 1e-9);
    assertFalse("Tez's own are not asked", first.answered(1) || first.answered(2));
    assertFalse(records.get(1).firstWave);
    assertEquals(0.5, records.get(1).error(0), 1e-9);
  }
}
