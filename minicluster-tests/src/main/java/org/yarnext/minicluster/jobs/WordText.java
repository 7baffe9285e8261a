// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedMap;
import java.util.StringTokenizer;
import java.util.TreeMap;

/** Generates text from a seed, and counts its words without a cluster. */
public final class WordText {

  private static final int VOCABULARY = 5000;
  private static final int WORDS_PER_LINE = 12;

  private WordText() {}

  /**
   * Writes {@code files} files of about {@code bytesPerFile} bytes each into {@code dir}. The same
   * seed gives the same text.
   */
  public static void write(Path dir, long seed, int files, int bytesPerFile) throws IOException {
    int[] bytes = new int[files];
    Arrays.fill(bytes, bytesPerFile);
    write(dir, seed, bytes);
  }

  /** Writes a file of about each given size in bytes into {@code dir}. */
  public static void write(Path dir, long seed, int[] bytes) throws IOException {
    Random random = new Random(seed);
    Files.createDirectories(dir);
    for (int i = 0; i < bytes.length; i++) {
      try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("text-" + i), UTF_8)) {
        int written = 0;
        while (written < bytes[i]) {
          StringBuilder line = new StringBuilder();
          for (int w = 0; w < WORDS_PER_LINE; w++) {
            line.append(word(random)).append(' ');
          }
          out.append(line).append('\n');
          written += line.length() + 1;
        }
      }
    }
  }

  /** Returns a random word: few words are frequent and most are rare, as in natural language. */
  private static String word(Random random) {
    int rank = (int) Math.floor(Math.pow(VOCABULARY, random.nextDouble()));
    return "w" + Integer.toString(rank * 7919 % 46_649, Character.MAX_RADIX);
  }

  /** Returns the number of occurrences of each word in the files of {@code dir}. */
  public static SortedMap<String, Long> count(Path dir) throws IOException {
    SortedMap<String, Long> counts = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "text-*")) {
      for (Path file : files) {
        try (BufferedReader in = Files.newBufferedReader(file, UTF_8)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            StringTokenizer words = new StringTokenizer(line);
            while (words.hasMoreTokens()) {
              counts.merge(words.nextToken(), 1L, Long::sum);
            }
          }
        }
      }
    }
    return counts;
  }
}
