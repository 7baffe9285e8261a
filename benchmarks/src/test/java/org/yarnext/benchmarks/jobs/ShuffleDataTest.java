// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class ShuffleDataTest {
  private static final double MB = 1 << 20;

  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private Path write(String name, ShuffleJob.Kind kind, long seed) throws IOException {
    Path data = dir.getRoot().toPath().resolve(name);
    ShuffleData.write(data, kind, 2, 1, seed);
    return data;
  }

  @Test
  public void wordsFollowTheSeed() throws IOException {
    Path one = write("one", ShuffleJob.Kind.WORD_COUNT, 1);
    Path same = write("same", ShuffleJob.Kind.WORD_COUNT, 1);
    byte[] first = Files.readAllBytes(one.resolve("part-0"));
    assertArrayEquals(first, Files.readAllBytes(same.resolve("part-0")));
    assertFalse(Arrays.equals(first, Files.readAllBytes(one.resolve("part-1"))));
    assertEquals(1 / 1.15, first.length / MB, 0.01);
  }

  @Test
  public void inputHasTheRequestedSize() throws IOException {
    Path sort = write("sort", ShuffleJob.Kind.SORT, 1);
    assertEquals(1, Files.size(sort.resolve("part-0")) / MB, 0.15);
  }
}
