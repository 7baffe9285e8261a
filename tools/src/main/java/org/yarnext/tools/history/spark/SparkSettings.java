// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.yarnext.tools.ToolException;

/** Settings of a Spark application, as its event log states them. Immutable. */
final class SparkSettings {
  private static final long MB_OF_TB = 1 << 20;
  private static final long MIN_OVERHEAD_MB = 384;
  private static final String OVERHEAD_FACTOR = "spark.executor.memoryOverheadFactor";
  private static final double MAX_OVERHEAD_FACTOR = 100;
  private static final long MAX_CORES = 1 << 16;
  private static final String FRACTION = "spark.memory.fraction";

  private final JsonNode properties;

  SparkSettings(JsonNode properties) {
    this.properties = properties;
  }

  /** Returns the heap of an executor, in MB; above 0. */
  long heapMb() throws ToolException {
    long heapMb = memoryMb(text("spark.executor.memory", "1g"));
    if (heapMb == 0) {
      throw new ToolException("spark.executor.memory is 0");
    }
    return heapMb;
  }

  /** Returns the CPU cores of an executor; above 0. */
  int cores() throws ToolException {
    return (int) Math.max(1, Math.min(MAX_CORES, number("spark.executor.cores", "1")));
  }

  /** Returns how many tasks an executor runs at once; above 0. */
  int tasksAtOnce() throws ToolException {
    return (int) Math.max(1, cores() / Math.max(1, number("spark.task.cpus", "1")));
  }

  /** Returns the share of the heap for execution and storage; above 0, at most 1. */
  float memoryFraction() throws ToolException {
    String text = text(FRACTION, "0.6");
    try {
      float fraction = Float.parseFloat(text.trim());
      if (fraction > 0 && fraction <= 1) {
        return fraction;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw new ToolException(FRACTION + "=" + text + " is not a share");
  }

  /** Returns whether tasks have memory outside the heap, which a smaller executor keeps. */
  boolean isOffHeap() {
    return isTrue("spark.memory.offHeap.enabled");
  }

  /** Returns the size of an executor's container, in MB, as Spark adds it up. */
  long executorMb() throws ToolException {
    long heapMb = heapMb();
    String overhead = text("spark.executor.memoryOverhead", "");
    long mb =
        heapMb
            + (overhead.isEmpty()
                ? (long) Math.max(MIN_OVERHEAD_MB, heapMb * overheadFactor())
                : memoryMb(overhead));
    if (isOffHeap()) {
      mb += offHeapMb(text("spark.memory.offHeap.size", "0"));
    }
    if (isTrue("spark.yarn.isPython")) {
      mb += memoryMb(text("spark.executor.pyspark.memory", "0"));
    }
    return mb;
  }

  private double overheadFactor() throws ToolException {
    String text = text(OVERHEAD_FACTOR, "0.1");
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

  /** Returns the size of the memory outside the heap, in MB: without a unit it is in bytes. */
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
    return Boolean.parseBoolean(text(key, "false").trim());
  }

  /** Returns the value of a key; never null. */
  String text(String key, String usual) {
    return properties.path(key).asText(usual);
  }

  private long number(String key, String usual) throws ToolException {
    String text = text(key, usual);
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
