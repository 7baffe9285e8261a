// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;

/**
 * Generates the input of a {@link ShuffleJob} from a seed, with one file for each map. Stateless.
 */
public final class ShuffleData {

  private static final long MB = 1L << 20;

  /** Words are long: with many short ones the job would only need CPU time. */
  private static final int SHORTEST_WORD = 24;

  private static final int LONGEST_WORD = 56;
  private static final int VOCABULARY = 4096;
  private static final int WORDS_PER_LINE = 8;

  /** Sizes of key and value of a TeraSort record. */
  private static final int KEY_BYTES = 10;

  private static final int VALUE_BYTES = 90;

  /** Bytes that a map writes for each byte it reads, including lengths, count and separator. */
  private static final double WRITTEN_PER_READ = 1.15;

  private ShuffleData() {}

  /** Writes {@code files} files, each of which makes a map write about {@code mapMb} MB. */
  public static void write(Path dir, ShuffleJob.Kind kind, int files, int mapMb, long seed)
      throws IOException {
    Files.createDirectories(dir);
    for (int f = 0; f < files; f++) {
      Random random = new Random(seed * 1_000_003 + f);
      Path file = dir.resolve("part-" + f);
      if (kind == ShuffleJob.Kind.WORD_COUNT) {
        words(file, words(seed), (long) (mapMb * MB / WRITTEN_PER_READ), random);
      } else {
        records(file, mapMb * MB, random);
      }
    }
  }

  private static byte[][] words(long seed) {
    Random random = new Random(seed);
    byte[][] words = new byte[VOCABULARY][];
    for (int w = 0; w < VOCABULARY; w++) {
      StringBuilder word = new StringBuilder();
      int length = SHORTEST_WORD + random.nextInt(LONGEST_WORD - SHORTEST_WORD + 1);
      for (int i = 0; i < length; i++) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[w] = word.append(' ').toString().getBytes(US_ASCII);
    }
    return words;
  }

  private static void words(Path file, byte[][] words, long bytes, Random random)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      for (long written = 0; written < bytes; ) {
        for (int w = 0; w < WORDS_PER_LINE; w++) {
          byte[] word = words[random.nextInt(VOCABULARY)];
          out.write(word);
          written += word.length;
        }
        out.write('\n');
      }
    }
  }

  public static void records(Path file, long bytes, Random random) throws IOException {
    byte[] key = new byte[KEY_BYTES];
    byte[] value = new byte[VALUE_BYTES];
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            new Configuration(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(file.toUri())),
            SequenceFile.Writer.keyClass(BytesWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
      for (long written = 0; written < bytes; written += KEY_BYTES + VALUE_BYTES + 10) {
        random.nextBytes(key);
        random.nextBytes(value);
        out.append(new BytesWritable(key), new BytesWritable(value));
      }
    }
  }
}
