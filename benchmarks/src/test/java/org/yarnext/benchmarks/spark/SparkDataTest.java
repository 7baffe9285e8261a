// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Expected results of small inputs, worked out by hand. */
public class SparkDataTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path inputs() {
    return folder.getRoot().toPath();
  }

  private static void write(Path dir, String file, String... lines) throws IOException {
    Files.write(Files.createDirectories(dir).resolve(file), Arrays.asList(lines), UTF_8);
  }

  private List<String> expected(SparkJobKind kind) throws IOException {
    return SparkData.expected(inputs(), kind);
  }

  @Test
  public void queryAddsUpLargeOrdersByRegion() throws IOException {
    write(SparkData.customers(inputs()), "part-0", "1,north", "2,south", "3,north");
    write(SparkData.rows(inputs()), "part-0", "1,500", "1,499", "2,700");
    write(SparkData.rows(inputs()), "part-1", "3,900", "9,999");
    assertEquals(Arrays.asList("north\t2\t1400", "south\t1\t700"), expected(SparkJobKind.QUERY));
  }

  /** No point is near the centre at 9000,1000, which stays. */
  @Test
  public void centresAreMeansOfTheirPointsRoundedDown() throws IOException {
    write(SparkData.rows(inputs()), "part-0", "10,20", "11,21", "1000,9001");
    write(SparkData.rows(inputs()), "part-1", "9990,9990", "9993,9995");
    assertEquals(
        Arrays.asList("10,20", "1000,9001", "9000,1000", "9991,9992"),
        expected(SparkJobKind.ITERATIVE));
  }

  @Test
  public void sortedLinesAreInTheOrderOfTheFiles() throws IOException {
    write(SparkData.rows(inputs()), "part-0", "ffff2", "00001");
    write(SparkData.rows(inputs()), "part-1", "80003");
    List<String> sorted = Arrays.asList("00001", "80003", "ffff2");
    assertEquals(sorted, expected(SparkJobKind.SHUFFLE));
    Path output = inputs().resolve("output");
    write(output, "part-00001", "80003", "ffff2");
    write(output, "part-00000", "00001");
    assertEquals(sorted, SparkData.written(output, SparkJobKind.SHUFFLE));
    write(output, "part-00001", "ffff2", "80003");
    assertEquals(
        "a wrong order is not mended",
        Arrays.asList("00001", "ffff2", "80003"),
        SparkData.written(output, SparkJobKind.SHUFFLE));
  }

  @Test
  public void inputsFollowTheSeedAndHaveResults() throws IOException {
    for (SparkJobKind kind : SparkJobKind.values()) {
      Path first = inputs().resolve("first-" + kind);
      Path same = inputs().resolve("same-" + kind);
      Path other = inputs().resolve("other-" + kind);
      SparkData.write(first, new SparkPlan.Job(kind, 1, 0, 0.01, 7));
      SparkData.write(same, new SparkPlan.Job(kind, 1, 0, 0.01, 7));
      SparkData.write(other, new SparkPlan.Job(kind, 1, 0, 0.01, 8));
      List<String> expected = SparkData.expected(first, kind);
      assertEquals(expected, SparkData.expected(same, kind));
      assertTrue(kind.name(), !expected.isEmpty());
      assertTrue(kind.name(), !expected.equals(SparkData.expected(other, kind)));
      assertEquals(kind.files, SparkData.rows(first).toFile().list().length);
    }
  }
}
