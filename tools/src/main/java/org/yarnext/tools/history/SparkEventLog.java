// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.LineLimit;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.history.record.RunTimes;

/**
 * Collects data about containers from a Spark application's event log. An executor counts as a task
 * that runs from its start to its end, since the containers of a Spark application live longer than
 * its tasks. Not thread-safe; one for each application.
 */
final class SparkEventLog {
  static final String SPARK = "SPARK";

  /** Prefix of the directory of a log in several files. */
  static final String ROLLING = "eventlog_v2_";

  /** Prefix of the files in it that have events. */
  static final String EVENTS = "events_";

  private static final String EVENT = "SparkListener";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MB_OF_TB = 1 << 20;
  private static final long MIN_OVERHEAD_MB = 384;
  private static final String OVERHEAD_FACTOR = "spark.executor.memoryOverheadFactor";
  private static final double MAX_OVERHEAD_FACTOR = 100;

  private final Map<String, Long> starts = new HashMap<>();
  private final RunTimes runMs = new RunTimes();
  private JsonNode properties = JSON.createObjectNode();
  private String id;
  private String name;
  private String user;
  private long submitMs;
  private long endMs;

  /**
   * Adds a file, in the order in which the files were written.
   *
   * @throws ToolException if it is damaged
   */
  void read(InputStream in) throws IOException, ToolException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(new LineLimit(in), UTF_8));
    String line = lines.readLine();
    for (int number = 1; line != null; number++) {
      String next = lines.readLine();
      if (isOfUse(line)) {
        try {
          take(JSON.readTree(line));
        } catch (JsonProcessingException e) {
          if (next != null) { // otherwise the driver was stopped while it wrote
            throw new ToolException("it is damaged at line " + number, e);
          }
        }
      }
      line = next;
    }
  }

  /** Returns whether a line may be of use; most are about tasks and are not parsed. */
  private static boolean isOfUse(String line) {
    String start = line.substring(0, Math.min(line.length(), 80));
    return start.contains(EVENT + "Application")
        || start.contains(EVENT + "Executor")
        || start.contains(EVENT + "Environment");
  }

  private void take(JsonNode event) {
    long ms = event.path("Timestamp").asLong();
    switch (event.path("Event").asText()) {
      case EVENT + "ApplicationStart":
        id = event.path("App ID").asText();
        name = event.path("App Name").asText();
        user = event.path("User").asText();
        submitMs = ms;
        break;
      case EVENT + "EnvironmentUpdate":
        properties = event.path("Spark Properties");
        break;
      case EVENT + "ExecutorAdded":
        starts.put(event.path("Executor ID").asText(), ms);
        break;
      case EVENT + "ExecutorRemoved":
        Long startMs = starts.remove(event.path("Executor ID").asText());
        if (startMs != null) {
          runMs.add(ms - startMs);
        }
        break;
      case EVENT + "ApplicationEnd":
        endMs = ms;
        break;
      default: // has nothing about containers
    }
  }

  /**
   * Returns the record of the application.
   *
   * @throws ToolException if it cannot be used; the message says why
   */
  RecordedJob job() throws ToolException {
    if (id == null || submitMs <= 0) {
      throw new ToolException("it is not a Spark event log, or its start is missing");
    }
    if (endMs < submitMs) {
      throw new ToolException("its application has not ended");
    }
    if (!property("spark.master", "yarn").startsWith("yarn")) {
      throw new ToolException("its application did not run on YARN");
    }
    starts.values().forEach(startMs -> runMs.add(endMs - startMs));
    starts.clear();
    if (runMs.size() == 0) {
      throw new ToolException("its application had no executor");
    }
    RecordedJob.Stage executors =
        new RecordedJob.Stage(
            "executor",
            1,
            executorMb(),
            (int) Math.max(1, number("spark.executor.cores", "1")),
            new int[0],
            runMs.toArray(),
            RecordedUsage.NONE); // Spark logs the usage only if configured to
    return new RecordedJob(
        id,
        name,
        SPARK,
        user.isEmpty() ? "default" : user,
        property("spark.yarn.queue", "default"),
        RecordedJob.Times.of(submitMs, endMs),
        Collections.singletonList(executors));
  }

  /** Returns the size of an executor's container, in MB, as Spark adds it up. */
  private long executorMb() throws ToolException {
    long heapMb = memoryMb(property("spark.executor.memory", "1g"));
    if (heapMb == 0) {
      throw new ToolException("spark.executor.memory is 0");
    }
    String overhead = property("spark.executor.memoryOverhead", "");
    long mb =
        heapMb
            + (overhead.isEmpty()
                ? (long) Math.max(MIN_OVERHEAD_MB, heapMb * overheadFactor())
                : memoryMb(overhead));
    if (isTrue("spark.memory.offHeap.enabled")) {
      mb += offHeapMb(property("spark.memory.offHeap.size", "0"));
    }
    if (isTrue("spark.yarn.isPython")) {
      mb += memoryMb(property("spark.executor.pyspark.memory", "0"));
    }
    return mb;
  }

  private double overheadFactor() throws ToolException {
    String text = property(OVERHEAD_FACTOR, "0.1");
    try {
      double factor = Double.parseDouble(text.trim());
      if (factor > 0 && factor <= MAX_OVERHEAD_FACTOR) {
        return factor;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw new ToolException(OVERHEAD_FACTOR + "=" + text + " is not a factor");
  }

  /** Returns the size of the memory beside the heap, in MB: without a unit it is in bytes. */
  private static long offHeapMb(String text) throws ToolException {
    String size = text.trim();
    if (size.matches("\\d+[bB]?")) {
      size = size.replaceFirst("[bB]$", "");
      try {
        return memoryMb(Long.parseLong(size) / 1024 + "k");
      } catch (NumberFormatException e) {
        throw new ToolException(text + " is not the size of an executor", e);
      }
    }
    return memoryMb(size);
  }

  private boolean isTrue(String key) {
    return Boolean.parseBoolean(property(key, "false").trim());
  }

  private String property(String key, String usual) {
    return properties.path(key).asText(usual);
  }

  private long number(String key, String usual) throws ToolException {
    String text = property(key, usual);
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new ToolException(key + "=" + text + " is not a number", e);
    }
  }

  /** Returns a size that Spark writes with a unit, in MB; without a unit it is in MB. */
  private static long memoryMb(String text) throws ToolException {
    String size = text.trim().toLowerCase(Locale.ROOT).replaceFirst("i?b$", "");
    int digits = 0;
    while (digits < size.length() && Character.isDigit(size.charAt(digits))) {
      digits++;
    }
    try {
      long value = Long.parseLong(size.substring(0, digits));
      String unit = size.substring(digits);
      long mb =
          unit.isEmpty() || unit.equals("m")
              ? value
              : unit.equals("k")
                  ? value / 1024
                  : unit.equals("g")
                      ? Math.multiplyExact(value, 1024L)
                      : unit.equals("t") ? Math.multiplyExact(value, MB_OF_TB) : -1;
      if (mb >= 0 && mb < Integer.MAX_VALUE) {
        return mb;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // refused below
    }
    throw new ToolException(text + " is not the size of an executor");
  }
}
