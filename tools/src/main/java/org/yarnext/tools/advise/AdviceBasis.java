// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.profile.LearntProfiles;
import org.yarnext.tools.simulate.workload.SimJob;

/** Input of an advice: cluster, history, profiles and measurements. Immutable. */
final class AdviceBasis {
  private static final int SHOWN_REFUSALS = 5;

  private final AdvisedCluster cluster;
  private final List<RecordedJob> recorded;
  private final HistoryWorkload workload;
  private final LearntProfiles profiles;
  private final OmissionCounter omitted;
  private final MeasuredSpeedup measured;

  /**
   * @param recorded all jobs of the history; empty if it is a trace
   * @param measured null if there is nothing to compare with
   */
  AdviceBasis(
      AdvisedCluster cluster,
      List<RecordedJob> recorded,
      HistoryWorkload workload,
      LearntProfiles profiles,
      OmissionCounter omitted,
      MeasuredSpeedup measured) {
    this.cluster = cluster;
    this.recorded = Collections.unmodifiableList(recorded);
    this.workload = workload;
    this.profiles = profiles;
    this.omitted = omitted;
    this.measured = measured;
  }

  OmissionCounter omitted() {
    return omitted;
  }

  /** Returns null if there is nothing to compare with. */
  MeasuredSpeedup measured() {
    return measured;
  }

  /** Returns cluster, history and simulated part, a line each. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Cluster: " + cluster + ".");
    cluster.notes().forEach(note -> lines.add("  " + note));
    if (!recorded.isEmpty()) {
      long firstMs = recorded.stream().mapToLong(RecordedJob::submitMs).min().getAsLong();
      long lastMs = recorded.stream().mapToLong(RecordedJob::endMs).max().getAsLong();
      lines.add(
          String.format(
              Locale.ROOT,
              "History: %d jobs of %d tasks, from %s to %s.",
              recorded.size(),
              recorded.stream().mapToLong(RecordedJob::tasks).sum(),
              Instant.ofEpochMilli(firstMs),
              Instant.ofEpochMilli(lastMs)));
    }
    long lastMs = workload.workload().jobs().stream().mapToLong(SimJob::submitMs).max().getAsLong();
    lines.add(
        String.format(
            Locale.ROOT,
            "Simulated: %d jobs of %d tasks, submitted within %.1f h.%s",
            workload.workload().jobs().size(),
            workload.workload().tasks(),
            lastMs / 3.6e6,
            masters(workload.masterMs())));
    if (workload.usageShare() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "Use: tasks of %.0f %% of the work say what they used, on average %.0f %% of their"
                  + " memory and %.0f %% of their vcores.",
              100 * workload.usageShare(),
              100 * workload.usage().memoryUse(),
              100 * workload.usage().cpuUse()));
    }
    return lines;
  }

  /** Returns a sentence on the start of Application Masters; empty if it is unknown. */
  static String masters(Map<String, Long> masterMs) {
    return masterMs.isEmpty()
        ? ""
        : masterMs.entrySet().stream()
            .map(
                each ->
                    String.format(Locale.ROOT, "%.1f s (%s)", each.getValue() / 1e3, each.getKey()))
            .collect(
                Collectors.joining(
                    ", ",
                    " Application Masters need at least ",
                    " before their first request; the times below do not include it."));
  }

  /** Returns the profiles with their quality, and why others could not be learnt. */
  List<String> profileLines() {
    List<String> lines = new ArrayList<>();
    Map<String, String> refusals = profiles.refusals();
    lines.add(
        String.format(
            Locale.ROOT,
            "Profiles: learnt for %d of %d classes of tasks, %d existed already; %d of the"
                + " simulated tasks are elastic.",
            profiles.classes() - refusals.size(),
            profiles.classes(),
            profiles.given(),
            workload.elasticTasks()));
    profiles.lines().forEach(line -> lines.add("  " + line));
    refusals.entrySet().stream()
        .limit(SHOWN_REFUSALS)
        .forEach(refusal -> lines.add("  " + refusal.getKey() + ": " + refusal.getValue()));
    if (refusals.size() > SHOWN_REFUSALS) {
      lines.add("  and " + (refusals.size() - SHOWN_REFUSALS) + " more without a profile");
    }
    return lines;
  }
}
