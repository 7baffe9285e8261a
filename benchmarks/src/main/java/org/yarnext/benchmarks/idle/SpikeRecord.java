// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Record of one spike: how fast the containers grew, how long available memory was below the
 * watermark, and what was stopped; also summarises a file of such records. Times are in ms, memory
 * in MB. Not thread-safe.
 */
final class SpikeRecord {
  static final String SPIKES = "spikes";
  static final String BEYOND = "over-allocated, at the start";
  static final String GROWTH_MEDIAN = "growth, median [ms]";
  static final String GROWTH_MAX = "growth, max [ms]";
  static final String CROSSED = "spikes below the watermark";
  static final String BELOW_MEDIAN = "time below it, median [ms]";
  static final String BELOW_P99 = "time below it, p99 [ms]";
  static final String STOP_MEDIAN = "slowest stop, median [ms]";
  static final String STOP_P99 = "slowest stop, p99 [ms]";
  static final String STOPPED = "containers stopped";
  static final String PARTIAL = "decisions that stopped some";
  static final String WRONG = "stopped, others had less work";
  static final String SLOW = "slow spikes";
  static final String KILLED = "guaranteed containers ended";
  static final String NOT_FREED = "not above it again";
  static final String LOWEST = "least available [MB]";
  static final String LOWEST_SHARE = "the same, of the watermark [%]";
  static final String WORK = "work lost, to the least possible";

  private final int number;
  private final long growthMs;
  private final long beyond;
  private final long startMs;
  private final long watermarkMb;
  private long lowestMb = Long.MAX_VALUE;
  private long belowFromMs;
  private long belowToMs;
  private long latestMb;
  private long grewMs;
  private long stopMs;
  private int stopped;
  private int partial;
  private int wrong;
  private long lostMs;
  private long minLostMs;

  /**
   * Creates a record without measurements.
   *
   * @param growthMs time in which the containers should grow
   * @param beyond number of containers beyond the allocation at the start
   */
  SpikeRecord(int number, long growthMs, long beyond, long startMs, long watermarkMb) {
    this.number = number;
    this.growthMs = growthMs;
    this.beyond = beyond;
    this.startMs = startMs;
    this.watermarkMb = watermarkMb;
  }

  /** Adds a measurement of the available memory. */
  void sample(long nowMs, long availableMb) {
    if (latestMb > 0 && latestMb < watermarkMb) {
      belowToMs = nowMs;
    }
    latestMb = availableMb;
    lowestMb = Math.min(lowestMb, availableMb);
    if (availableMb < watermarkMb && belowFromMs == 0) {
      belowFromMs = nowMs;
    }
  }

  /** Returns whether memory has been above the watermark for some time, or since the start. */
  boolean isSettled(long nowMs, long forMs) {
    return latestMb >= watermarkMb && nowMs - Math.max(startMs, belowToMs) >= forMs;
  }

  long lowestMb() {
    return lowestMb;
  }

  /** Adds the growth of a guaranteed container; the line is that of {@link IdleTask}. */
  void grew(String line) {
    grewMs = Math.max(grewMs, Long.parseLong(line.split(" ")[1]) - startMs);
  }

  /**
   * Sets the stopped containers.
   *
   * @param count containers that were stopped for memory
   * @param some decisions that stopped only some
   * @param wrongly containers that were stopped by these though another had less work done
   * @param tookMs the longest time from a decision to the end of a container
   */
  void stops(int count, int some, int wrongly, long tookMs) {
    stopped = count;
    partial = some;
    wrong = wrongly;
    stopMs = tookMs;
  }

  /**
   * Sets the work lost by decisions that stopped only some containers, as time.
   *
   * @param lost of the containers that were stopped
   * @param min the minimum that had to be lost to free as much
   */
  void work(long lost, long min) {
    lostMs = lost;
    minLostMs = min;
  }

  private long belowMs() {
    return belowFromMs == 0 ? 0 : belowToMs - belowFromMs;
  }

  private boolean isFreed() {
    return latestMb >= watermarkMb;
  }

  /** Returns the record as a line that {@link #summary} reads. */
  String line(int guaranteedEnded) {
    return String.format(
        Locale.ROOT,
        "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d",
        number,
        beyond,
        grewMs,
        lowestMb,
        belowFromMs > 0 ? 1 : 0,
        belowMs(),
        stopMs,
        stopped,
        partial,
        wrong,
        isFreed() ? 0 : 1,
        guaranteedEnded,
        growthMs,
        watermarkMb,
        lostMs,
        minLostMs);
  }

  /**
   * Checks that spikes were such that containers had to be stopped.
   *
   * @throws IllegalStateException if none was: the run shows nothing about protection
   */
  static void requireStops(Path file) throws IOException {
    Map<String, Double> summary = summary(file);
    if (summary.get(STOPPED) == 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "No container was stopped in %.0f spikes, of which %.0f fell below the watermark,"
                  + " beside %.1f containers beyond the allocation: this run shows nothing about"
                  + " stops",
              summary.get(SPIKES),
              summary.get(CROSSED),
              summary.get(BEYOND)));
    }
  }

  /**
   * Returns the figures of all records of a file, by name. Slow spikes count only for what was
   * stopped.
   */
  static Map<String, Double> summary(Path file) throws IOException {
    List<double[]> rows =
        Files.readAllLines(file, UTF_8).stream()
            .map(SpikeRecord::numbers)
            .collect(Collectors.toList());
    List<double[]> fast = where(rows, row -> row[12] <= SpikeLoad.GROWTH_MS);
    double[] stopTimes = column(where(fast, row -> row[7] > 0), 6);
    List<double[]> below = where(fast, row -> row[4] > 0);
    Map<String, Double> summary = new LinkedHashMap<>();
    summary.put(SPIKES, (double) fast.size());
    summary.put(SLOW, (double) rows.size() - fast.size());
    summary.put(BEYOND, StatUtils.mean(column(rows, 1)));
    summary.put(GROWTH_MEDIAN, percentile(column(fast, 2), 50));
    summary.put(GROWTH_MAX, StatUtils.max(column(fast, 2)));
    summary.put(CROSSED, StatUtils.sum(column(fast, 4)));
    summary.put(BELOW_MEDIAN, percentile(column(below, 5), 50));
    summary.put(BELOW_P99, percentile(column(below, 5), 99));
    summary.put(STOP_MEDIAN, percentile(stopTimes, 50));
    summary.put(STOP_P99, percentile(stopTimes, 99));
    summary.put(STOPPED, StatUtils.sum(column(rows, 7)));
    summary.put(PARTIAL, StatUtils.sum(column(rows, 8)));
    summary.put(WRONG, StatUtils.sum(column(rows, 9)));
    summary.put(NOT_FREED, StatUtils.sum(column(fast, 10)));
    summary.put(KILLED, StatUtils.max(column(rows, 11)));
    summary.put(LOWEST, StatUtils.min(column(fast, 3)));
    summary.put(
        LOWEST_SHARE, fast.stream().mapToDouble(row -> 100 * row[3] / row[13]).min().orElse(0));
    summary.put(
        WORK, StatUtils.sum(column(rows, 14)) / Math.max(1, StatUtils.sum(column(rows, 15))));
    return summary;
  }

  private static List<double[]> where(List<double[]> rows, Predicate<double[]> condition) {
    return rows.stream().filter(condition).collect(Collectors.toList());
  }

  /** Returns a percentile; 0 if there are no values. */
  private static double percentile(double[] values, double percent) {
    return values.length == 0 ? 0 : StatUtils.percentile(values, percent);
  }

  private static double[] numbers(String line) {
    String[] words = line.split(",");
    double[] numbers = new double[words.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Double.parseDouble(words[i]);
    }
    return numbers;
  }

  private static double[] column(List<double[]> rows, int i) {
    return rows.stream().mapToDouble(row -> row[i]).toArray();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "spike %d: grown in %d ms beside %d containers beyond the allocation; at least %d MB"
            + " available, below %d MB for %d ms; %d stopped, each within %d ms, %d of them"
            + " wrongly",
        number,
        grewMs,
        beyond,
        lowestMb,
        watermarkMb,
        belowMs(),
        stopped,
        stopMs,
        wrong);
  }
}
