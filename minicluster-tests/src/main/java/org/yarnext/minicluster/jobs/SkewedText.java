// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Generates a text from a seed that is hard to divide evenly: file sizes differ greatly, and nearly
 * half of all words are the same. {@link WordText#count} counts its words.
 */
public final class SkewedText {

  /** Size of the largest file over that of the smallest. */
  static final double FILE_RATIO = 24;

  private static final int VOCABULARY = 5000;

  /** Makes (ln 2 / ln 5000) ^ (1/3) = 43 % of all words the same. */
  private static final double EXPONENT = 3;

  private static final int WORDS_PER_LINE = 12;

  private SkewedText() {}

  /**
   * Writes the files. Sizes are evenly spaced on a logarithmic scale, and the largest file is in
   * the middle.
   *
   * @param files number of files, at least 2
   * @param largestBytes approximate size of the largest file
   */
  public static void write(Path dir, long seed, int files, long largestBytes) throws IOException {
    Random random = new Random(seed);
    Files.createDirectories(dir);
    for (int i = 0; i < files; i++) {
      // The file submitted last is neither the largest nor the smallest.
      int rank = (i + files / 2) % files;
      long bytes = Math.round(largestBytes * Math.pow(FILE_RATIO, -rank / (files - 1.0)));
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(dir.resolve("text-" + i)), 1 << 16)) {
        long written = 0;
        while (written < bytes) {
          StringBuilder line = new StringBuilder();
          for (int w = 0; w < WORDS_PER_LINE; w++) {
            line.append(word(random)).append(' ');
          }
          out.write(line.append('\n').toString().getBytes(US_ASCII));
          written += line.length();
        }
      }
    }
  }

  private static String word(Random random) {
    double rank = Math.pow(VOCABULARY, Math.pow(random.nextDouble(), EXPONENT));
    return "s" + Integer.toString((int) rank * 7919 % 46_649, Character.MAX_RADIX);
  }
}
