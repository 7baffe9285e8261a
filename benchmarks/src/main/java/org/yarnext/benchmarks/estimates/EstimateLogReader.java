// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.estimates;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.benchmarks.estimates.EstimateRecord.Question;

/** Reads estimated and actual run times of tasks from the log of a Tez Application Master. */
final class EstimateLogReader {

  /** Required value of {@code tez.am.log.level}. */
  static final String LOG_LEVEL = "INFO;org.yarnext.tez.am.DagState=DEBUG";

  private static final Pattern LINE =
      Pattern.compile(
          "Attempt (\\d+) of \\S+, vertex (.+): expected (\\d+) ms, ran (\\d+) ms,"
              + " (of the first wave|a later one)$");

  private EstimateLogReader() {}

  /**
   * Returns all records in the logs below a directory.
   *
   * @param logs log directory of an application
   */
  static List<EstimateRecord> in(Path logs) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(logs)) {
      files =
          all.filter(file -> file.getFileName().toString().startsWith("syslog"))
              .filter(Files::isRegularFile)
              .collect(Collectors.toList());
    }
    List<EstimateRecord> records = new ArrayList<>();
    for (Path file : files) {
      for (String line : new String(Files.readAllBytes(file), UTF_8).split("\n")) {
        Matcher said = LINE.matcher(line);
        if (said.find()) {
          records.add(record(said));
        }
      }
    }
    return records;
  }

  private static EstimateRecord record(Matcher said) {
    return new EstimateRecord(
        said.group(2),
        said.group(1),
        Question.STARTED,
        said.group(5).equals("of the first wave"),
        Double.parseDouble(said.group(4)),
        Double.parseDouble(said.group(3)),
        Double.NaN,
        Double.NaN);
  }
}
