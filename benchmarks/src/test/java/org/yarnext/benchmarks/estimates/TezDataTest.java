// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.jobs.SkewedText;
import org.yarnext.minicluster.jobs.WordText;

/** The input of Tez's DAGs is as it should be, and only the right result is taken for right. */
public class TezDataTest {
  private static final double SCALE = 0.001;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path dir;
  private Path output;

  @Before
  public void begin() throws IOException {
    dir = folder.getRoot().toPath();
    output = Files.createDirectories(dir.resolve("output"));
  }

  private List<String> lines(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(dir.resolve(name))) {
      for (Path file : files.collect(Collectors.toList())) {
        lines.addAll(Files.readAllLines(file, US_ASCII));
      }
    }
    return lines;
  }

  private boolean right(TezData data, List<String> result) throws IOException {
    Files.write(output.resolve("part-0"), result, US_ASCII);
    return data.isRight(dir, SCALE, output);
  }

  @Test
  public void keysAreUniqueAndHalfOfTheShortListJoins() throws IOException {
    TezData.KEYS.write(dir, SCALE, 1);
    List<String> keys = lines("input");
    Set<String> different = new HashSet<>(keys);
    List<String> others = lines("other-input");
    assertEquals(800, keys.size());
    assertEquals(800, different.size());
    assertEquals(100, others.size());
    List<String> joined = others.stream().filter(different::contains).collect(Collectors.toList());
    assertEquals(50, joined.size());
    assertTrue(right(TezData.KEYS, joined));
    assertFalse("one is missing", right(TezData.KEYS, joined.subList(1, joined.size())));
    List<String> twice = new ArrayList<>(joined);
    twice.add(joined.get(0));
    assertFalse("one is there twice", right(TezData.KEYS, twice));
    twice.set(50, keys.stream().filter(k -> !joined.contains(k)).findFirst().get());
    assertFalse("one does not belong there", right(TezData.KEYS, twice));
  }

  @Test
  public void wrongCountsAreDetected() throws IOException {
    for (TezData data : new TezData[] {TezData.TEXT, TezData.SKEWED_TEXT}) {
      data.write(dir, SCALE, 1);
      List<String> counts = new ArrayList<>();
      for (Map.Entry<String, Long> word : WordText.count(dir.resolve("input")).entrySet()) {
        counts.add(word.getKey() + "\t" + word.getValue());
      }
      assertTrue(right(data, counts));
      assertFalse(right(data, counts.subList(1, counts.size())));
    }
  }

  @Test
  public void skewedFilesDifferByTheRatioAndOneWordDominates() throws IOException {
    SkewedText.write(dir.resolve("skewed"), 7, 10, 480_000);
    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      sizes.add(Files.size(dir.resolve("skewed").resolve("text-" + i)));
    }
    long least = sizes.stream().mapToLong(s -> s).min().getAsLong();
    assertEquals(480_000, sizes.get(5), 1_000);
    assertEquals(24, 480_000.0 / least, 1);
    Map<String, Long> counts = WordText.count(dir.resolve("skewed"));
    long all = counts.values().stream().mapToLong(c -> c).sum();
    long most = counts.values().stream().mapToLong(c -> c).max().getAsLong();
    assertEquals(0.43, most / (double) all, 0.02);
  }

  @Test
  public void textFollowsTheSeed() throws IOException {
    SkewedText.write(dir.resolve("one"), 7, 2, 10_000);
    SkewedText.write(dir.resolve("two"), 7, 2, 10_000);
    SkewedText.write(dir.resolve("three"), 8, 2, 10_000);
    assertEquals(lines("one"), lines("two"));
    assertFalse(lines("one").equals(lines("three")));
  }
}
