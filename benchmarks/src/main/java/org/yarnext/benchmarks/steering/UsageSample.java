// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;

/** Resource use of one task in one interval, as recorded in a line of a file. Immutable. */
final class UsageSample {
  private static final String HEADER =
      "at_ms,container,job,phase,elapsed_ms,cpu_millicores,memory_bytes";

  /** Time of the measurement, since the start of the recording. */
  final long atMs;

  final String container;
  final JobPhase phase;

  /** Approximate time since the start of the task. */
  final long elapsedMs;

  private final double cpuMillicores;
  private final double memoryBytes;

  UsageSample(
      long atMs,
      String container,
      JobPhase phase,
      long elapsedMs,
      double cpuMillicores,
      double memoryBytes) {
    this.atMs = atMs;
    this.container = container;
    this.phase = phase;
    this.elapsedMs = elapsedMs;
    this.cpuMillicores = cpuMillicores;
    this.memoryBytes = memoryBytes;
  }

  /** Returns the use in millicores since the previous sample, or in bytes. */
  double used(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpuMillicores : memoryBytes;
  }

  static void write(Path file, List<UsageSample> samples) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    for (UsageSample s : samples) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%s,%s,%s,%d,%.3f,%.0f",
              s.atMs,
              s.container,
              s.phase.job(),
              s.phase.phase(),
              s.elapsedMs,
              s.cpuMillicores,
              s.memoryBytes));
    }
    Files.write(file, lines, UTF_8);
  }

  /** Reads a file that {@link #write} has written. */
  static List<UsageSample> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, UTF_8);
    List<UsageSample> samples = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] parts = line.split(",");
      samples.add(
          new UsageSample(
              Long.parseLong(parts[0]),
              parts[1],
              new JobPhase(parts[2], parts[3]),
              Long.parseLong(parts[4]),
              Double.parseDouble(parts[5]),
              Double.parseDouble(parts[6])));
    }
    return samples;
  }
}
