// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** Inputs of the applications, and their results computed without Spark. Stateless. */
final class SparkData {
  /** Minimum amount of the orders that a query selects. */
  static final long MIN_AMOUNT = 500;

  /** Number of passes of k-means. */
  static final int PASSES = 5;

  /** First centres of k-means. */
  static final String CENTRES = "0,0;1000,9000;9000,1000;9999,9999";

  /** Number of output files of a sort. */
  static final int SORTED_FILES = 8;

  private static final int CUSTOMERS = 2_000;
  private static final int REGIONS = 10;
  private static final int ORDERS_PER_FILE = 20_000;
  private static final int MAX_AMOUNT = 1_000;
  private static final int POINTS_PER_FILE = 20_000;
  private static final int MAX_COORDINATE = 10_000;
  private static final int RECORDS_PER_FILE = 25_000;

  /** Words of 16 hexadecimal digits in a record. */
  private static final int RECORD_WORDS = 5;

  private SparkData() {}

  /** Returns the directory of a job's main table below that of its inputs. */
  static Path rows(Path dir) {
    return dir.resolve("rows");
  }

  /** Returns the directory of a query's second table. */
  static Path customers(Path dir) {
    return dir.resolve("customers");
  }

  /** Writes the inputs of a job below a directory, unless an earlier run has written them. */
  static void write(Path dir, SparkPlan.Job job) throws IOException {
    if (Files.exists(dir)) {
      return;
    }
    Random random = new Random(job.seed);
    switch (job.kind) {
      case QUERY:
        writeFile(customers(dir), 0, CUSTOMERS, c -> c + ",region-" + random.nextInt(REGIONS));
        writeRows(
            dir,
            job,
            ORDERS_PER_FILE,
            row -> random.nextInt(CUSTOMERS) + "," + random.nextInt(MAX_AMOUNT));
        break;
      case ITERATIVE:
        writeRows(
            dir,
            job,
            POINTS_PER_FILE,
            row -> random.nextInt(MAX_COORDINATE) + "," + random.nextInt(MAX_COORDINATE));
        break;
      default:
        writeRows(dir, job, RECORDS_PER_FILE, row -> record(random));
    }
  }

  private static String record(Random random) {
    StringBuilder record = new StringBuilder();
    for (int w = 0; w < RECORD_WORDS; w++) {
      record.append(String.format(Locale.ROOT, "%016x", random.nextLong()));
    }
    return record.toString();
  }

  private static void writeRows(
      Path dir, SparkPlan.Job job, int perFile, Function<Integer, String> row) throws IOException {
    for (int file = 0; file < job.kind.files; file++) {
      writeFile(rows(dir), file, (int) Math.round(perFile * job.factor), row);
    }
  }

  private static void writeFile(Path dir, int file, int count, Function<Integer, String> row)
      throws IOException {
    Files.createDirectories(dir);
    try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("part-" + file), UTF_8)) {
      for (int r = 0; r < count; r++) {
        out.write(row.apply(r));
        out.write('\n');
      }
    }
  }

  /**
   * Returns the lines that an application of a kind must write, in order.
   *
   * @param dir directory of its inputs
   */
  static List<String> expected(Path dir, SparkJobKind kind) throws IOException {
    List<String> rows = lines(rows(dir));
    switch (kind) {
      case QUERY:
        return regions(rows, lines(customers(dir)));
      case ITERATIVE:
        return centres(rows);
      default:
        rows.sort(null);
        return rows;
    }
  }

  /**
   * Returns the lines that an application of a kind has written, in the order of {@link #expected}.
   */
  static List<String> written(Path output, SparkJobKind kind) throws IOException {
    List<String> lines = lines(output);
    if (kind == SparkJobKind.QUERY) {
      lines.sort(null);
    }
    return lines;
  }

  /** Returns the lines of all files, in the order of their names. */
  private static List<String> lines(Path dir) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(dir, "part-*")) {
      found.forEach(parts::add);
    }
    parts.sort(null);
    List<String> lines = new ArrayList<>();
    for (Path part : parts) {
      lines.addAll(Files.readAllLines(part, UTF_8));
    }
    return lines;
  }

  private static List<String> regions(List<String> orders, List<String> customers) {
    Map<String, String> regions = new HashMap<>();
    for (String customer : customers) {
      String[] fields = customer.split(",");
      regions.put(fields[0], fields[1]);
    }
    Map<String, long[]> totals = new TreeMap<>();
    for (String order : orders) {
      String[] fields = order.split(",");
      long amount = Long.parseLong(fields[1]);
      String region = regions.get(fields[0]);
      if (amount >= MIN_AMOUNT && region != null) {
        long[] total = totals.computeIfAbsent(region, r -> new long[2]);
        total[0]++;
        total[1] += amount;
      }
    }
    List<String> lines = new ArrayList<>();
    totals.forEach((region, total) -> lines.add(region + "\t" + total[0] + "\t" + total[1]));
    return lines;
  }

  private static List<String> centres(List<String> rows) {
    long[][] points = rows.stream().map(SparkData::point).toArray(long[][]::new);
    long[][] centres =
        Arrays.stream(CENTRES.split(";")).map(SparkData::point).toArray(long[][]::new);
    for (int pass = 0; pass < PASSES; pass++) {
      long[][] sums = new long[centres.length][3];
      for (long[] point : points) {
        long[] sum = sums[nearest(point, centres)];
        sum[0] += point[0];
        sum[1] += point[1];
        sum[2]++;
      }
      for (int c = 0; c < centres.length; c++) {
        if (sums[c][2] > 0) {
          centres[c] = new long[] {sums[c][0] / sums[c][2], sums[c][1] / sums[c][2]};
        }
      }
    }
    List<String> lines = new ArrayList<>();
    for (long[] centre : centres) {
      lines.add(centre[0] + "," + centre[1]);
    }
    return lines;
  }

  private static long[] point(String row) {
    return Arrays.stream(row.split(",")).mapToLong(Long::parseLong).toArray();
  }

  private static int nearest(long[] point, long[][] centres) {
    int nearest = 0;
    for (int c = 1; c < centres.length; c++) {
      if (square(point, centres[c]) < square(point, centres[nearest])) {
        nearest = c;
      }
    }
    return nearest;
  }

  private static long square(long[] a, long[] b) {
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
  }
}
