// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.minicluster.shell.AttemptRecord;

/** Reads the start and end of an application's executors from its event log. Stateless. */
final class ExecutorEvents {
  private static final String ADDED = "SparkListenerExecutorAdded";
  private static final String REMOVED = "SparkListenerExecutorRemoved";
  private static final String END = "SparkListenerApplicationEnd";

  /** Part of the reason of an executor that its driver released, because it was idle. */
  private static final String RELEASED = "killed by driver";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ExecutorEvents() {}

  /**
   * Returns a record for each executor that has registered. One that was lost before the end of the
   * application counts as killed, all others as succeeded; the last of these end with the
   * application. Times are wall-clock milliseconds.
   *
   * @param dir directory with the event log of one application and of no other
   * @param submittedMs submission of the application
   * @throws IOException if the log is not there, or the application has not ended by it
   */
  static List<AttemptRecord> read(Path dir, long submittedMs) throws IOException {
    Map<String, Long> running = new LinkedHashMap<>();
    List<AttemptRecord> records = new ArrayList<>();
    Path log = log(dir);
    try (BufferedReader lines = Files.newBufferedReader(log, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.contains(ADDED) && !line.contains(REMOVED) && !line.contains(END)) {
          continue;
        }
        JsonNode event = JSON.readTree(line);
        String type = event.path("Event").asText();
        long ms = event.path("Timestamp").asLong();
        String id = event.path("Executor ID").asText();
        if (type.equals(ADDED)) {
          running.put(id, ms);
        } else if (type.equals(REMOVED) && running.containsKey(id)) {
          String reason = event.path("Removed Reason").asText();
          records.add(record(submittedMs, running.remove(id), ms, !reason.contains(RELEASED)));
        } else if (type.equals(END)) {
          // The removals that follow are those of a driver that ends.
          running.values().forEach(start -> records.add(record(submittedMs, start, ms, false)));
          return records;
        }
      }
    }
    throw new IOException(log + " has no end of the application");
  }

  private static AttemptRecord record(long submittedMs, long startMs, long endMs, boolean isLost) {
    return new AttemptRecord(
        submittedMs,
        submittedMs,
        startMs,
        endMs,
        isLost ? AttemptRecord.End.KILLED : AttemptRecord.End.SUCCEEDED,
        "");
  }

  private static Path log(Path dir) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, "application_*")) {
      Iterator<Path> found = files.iterator();
      if (!found.hasNext()) {
        throw new IOException(dir + " has no event log");
      }
      return found.next();
    }
  }
}
