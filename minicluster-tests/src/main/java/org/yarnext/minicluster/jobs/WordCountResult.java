// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Result of a word count on the cluster: the counts and the latency of the job. */
public final class WordCountResult implements Serializable {

  private static final long serialVersionUID = 1;

  /** Occurrences by word. */
  public final SortedMap<String, Long> counts;

  /** Time from submission to the end of the job, in ms. */
  public final long latencyMs;

  public WordCountResult(SortedMap<String, Long> counts, long latencyMs) {
    this.counts = Collections.unmodifiableSortedMap(counts);
    this.latencyMs = latencyMs;
  }

  /** Reads the "word TAB count" files that a job has written to its output directory. */
  public static WordCountResult read(Path outputDir, long latencyMs) throws IOException {
    SortedMap<String, Long> counts = new TreeMap<>();
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(outputDir, "part-*")) {
      for (Path part : parts) {
        try (BufferedReader in = Files.newBufferedReader(part, UTF_8)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            int tab = line.indexOf('\t');
            Long before = counts.put(line.substring(0, tab), Long.valueOf(line.substring(tab + 1)));
            if (before != null) {
              throw new IllegalStateException(
                  "Two counts in " + outputDir + " for the line " + line);
            }
          }
        }
      }
    }
    return new WordCountResult(counts, latencyMs);
  }
}
