// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.yarnext.benchmarks.jobs.JoinKeys;
import org.yarnext.minicluster.jobs.SkewedText;
import org.yarnext.minicluster.jobs.WordCountResult;
import org.yarnext.minicluster.jobs.WordText;

/** Inputs of the DAGs of {@link TezLoad}. Writes them and checks results without Tez. */
enum TezData {
  /** Text files of equal size. */
  TEXT {
    @Override
    void write(Path dir, double scale, long seed) throws IOException {
      WordText.write(dir.resolve(INPUT), seed, FILES, (int) (scale * TEXT_BYTES));
    }

    @Override
    String[] arguments(Path dir, Path output) {
      return new String[] {NO_GROUPING, uri(dir.resolve(INPUT)), uri(output), "3"};
    }

    @Override
    boolean isRight(Path dir, double scale, Path output) throws IOException {
      return counted(dir, output);
    }
  },

  /** Text files of different sizes in which one word is most frequent. */
  SKEWED_TEXT {
    @Override
    void write(Path dir, double scale, long seed) throws IOException {
      SkewedText.write(dir.resolve(INPUT), seed, FILES, (long) (scale * LARGEST_SKEWED_BYTES));
    }

    @Override
    String[] arguments(Path dir, Path output) {
      return new String[] {uri(dir.resolve(INPUT)), uri(output), "6"};
    }

    @Override
    boolean isRight(Path dir, double scale, Path output) throws IOException {
      return counted(dir, output);
    }
  },

  /** Two lists of keys. */
  KEYS {
    @Override
    void write(Path dir, double scale, long seed) throws IOException {
      keys(scale).writeLong(dir.resolve(INPUT), UNEQUAL, seed);
      keys(scale).writeShort(dir.resolve("other-" + INPUT));
    }

    @Override
    String[] arguments(Path dir, Path output) {
      String other = uri(dir.resolve("other-" + INPUT));
      return new String[] {NO_GROUPING, uri(dir.resolve(INPUT)), other, "3", uri(output)};
    }

    @Override
    boolean isRight(Path dir, double scale, Path output) throws IOException {
      return keys(scale).joined(output);
    }
  };

  private static final String INPUT = "input";

  /** Makes Tez create one task for each file. */
  private static final String NO_GROUPING = "-disableSplitGrouping";

  private static final int FILES = 10;

  /** Sizes of the files of keys, relative to one another. */
  private static final List<Integer> UNEQUAL = Arrays.asList(2, 1, 3, 1, 2, 3, 1, 2, 3, 2);

  private static final int TEXT_BYTES = 4 << 20;
  private static final int LARGEST_SKEWED_BYTES = 12 << 20;
  private static final int MAX_KEYS = 800_000;

  /** Writes the input below {@code dir}. */
  abstract void write(Path dir, double scale, long seed) throws IOException;

  /** Returns the arguments of a DAG that reads this input. */
  abstract String[] arguments(Path dir, Path output);

  abstract boolean isRight(Path dir, double scale, Path output) throws IOException;

  private static String uri(Path path) {
    return path.toUri().toString();
  }

  private static boolean counted(Path dir, Path output) throws IOException {
    return WordText.count(dir.resolve(INPUT)).equals(WordCountResult.read(output, 0).counts);
  }

  private static JoinKeys keys(double scale) {
    return new JoinKeys((int) (scale * MAX_KEYS));
  }
}
