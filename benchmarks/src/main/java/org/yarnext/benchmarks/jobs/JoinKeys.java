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
 * Two lists of keys for Tez's joins, each key once and a line, in no order: a long one, and a short
 * one of which half are in the long one.
 */
public final class JoinKeys {

  /** The long list over the short one. */
  private static final int RATIO = 8;

  private static final String ZEROS = "00000000";

  private final int keys;

  /**
   * @param keys in the long list; 16 to 40 million
   */
  public JoinKeys(int keys) {
    this.keys = keys;
  }

  /** Key {@code i} of the long list; i times an odd number visits every one below a power of 2. */
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
   * @param shares of each file, relative to the others
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

  /** In two files, the one with keys that the long list has and the other with others. */
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

  /** Whether the output of a join has each of the common keys once, and nothing else. */
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
