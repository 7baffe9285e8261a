// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * Generates two lists of unique keys for Tez's joins, one key a line and in random order: a long
 * list, and a short one with half of its keys in the long list.
 */
public final class JoinKeys {

  /** Length of the long list over that of the short one. */
  private static final int RATIO = 8;

  private static final String ZEROS = "00000000";

  private final int keys;

  /**
   * Creates the lists.
   *
   * @param keys number of keys in the long list, 16 to 40 million
   */
  public JoinKeys(int keys) {
    this.keys = keys;
  }

  /**
   * Returns key {@code i} of the long list. Repeated multiplication by an odd number permutes the
   * numbers below a power of two; numbers that are no keys are skipped.
   */
  private int shuffled(long i, int odd) {
    int bound = Integer.highestOneBit(keys - 1) << 1;
    long key = i;
    do {
      key = key * odd % bound;
    } while (key >= keys);
    return (int) key;
  }

  private static String line(int key) {
    String digits = Integer.toString(key);
    return "key-" + ZEROS.substring(digits.length()) + digits + "-of-the-join\n";
  }

  /**
   * Writes the long list.
   *
   * @param shares size of each file, relative to the others
   */
  public void writeLong(Path dir, List<Integer> shares, long seed) throws IOException {
    Files.createDirectories(dir);
    int odd = 2 * new Random(seed).nextInt(1_000_000) + 1;
    double all = shares.stream().mapToInt(share -> share).sum();
    int from = 0;
    int sum = 0;
    for (int f = 0; f < shares.size(); f++) {
      sum += shares.get(f);
      int to = (int) Math.round(keys * sum / all);
      try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("part-" + f), US_ASCII)) {
        for (int i = from; i < to; i++) {
          out.write(line(shuffled(i, odd)));
        }
      }
      from = to;
    }
  }

  /**
   * Writes the short list in two files: one with keys of the long list, the other with keys that
   * are not in it.
   */
  public void writeShort(Path dir) throws IOException {
    Files.createDirectories(dir);
    for (int f = 0; f < 2; f++) {
      try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("part-" + f), US_ASCII)) {
        for (int i = 0; i < keys; i += 2 * RATIO) {
          out.write(line(f * keys + i));
        }
      }
    }
  }

  /**
   * Returns whether the output of a join contains each of the common keys once, and nothing else.
   */
  public boolean joined(Path output) throws IOException {
    BitSet missing = new BitSet();
    for (int i = 0; i < keys; i += 2 * RATIO) {
      missing.set(i);
    }
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(output, "part-*")) {
      for (Path part : parts) {
        try (BufferedReader in = Files.newBufferedReader(part, US_ASCII)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            int key = Integer.parseInt(line.split("-")[1]);
            if (!missing.get(key)) {
              return false;
            }
            missing.clear(key);
          }
        }
      }
    }
    return missing.isEmpty();
  }
}
