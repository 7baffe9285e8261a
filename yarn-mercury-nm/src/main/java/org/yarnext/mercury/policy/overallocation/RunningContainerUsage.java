// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.Objects;
import org.yarnext.mercury.policy.ResourceVector;

/** A running container with its size and its measured usage. Immutable. */
public final class RunningContainerUsage {
  private final String id;
  private final ResourceVector size;
  private final long ageMs;
  private final MeasuredUsage measured;

  /**
   * Creates the usage of a container.
   *
   * @param size the resources that it was given
   * @param ageMs time since its start, in ms; 0 if unknown
   * @param measured null if it was never measured
   */
  public RunningContainerUsage(String id, ResourceVector size, long ageMs, MeasuredUsage measured) {
    this.id = Objects.requireNonNull(id);
    this.size = Objects.requireNonNull(size);
    this.ageMs = ageMs;
    this.measured = measured;
  }

  public String id() {
    return id;
  }

  public ResourceVector size() {
    return size;
  }

  public long ageMs() {
    return ageMs;
  }

  /** Returns the measured usage; null if there is none. */
  public MeasuredUsage measured() {
    return measured;
  }

  /**
   * Returns the expected usage of the container, in MB: its peak and a margin, but no more than its
   * size. One that is young or was not measured lately counts with its size. Never below its peak.
   */
  long predictedMemoryMb(OverallocationSettings settings, long nowMs) {
    return predicted(
        size.memoryMb(), measured == null ? 0 : measured.peakMemoryMb(), settings, nowMs);
  }

  /** Returns the same for CPU, in thousandths of a vcore. */
  long predictedMilliVcores(OverallocationSettings settings, long nowMs) {
    return predicted(
        size.vcores() * 1000, measured == null ? 0 : measured.peakMilliVcores(), settings, nowMs);
  }

  private long predicted(long given, long peak, OverallocationSettings settings, long nowMs) {
    boolean isKnown = ageMs >= settings.warmUpMs() && isUsable(settings, nowMs);
    double expected = isKnown ? Math.min(given, peak * (1 + settings.margin())) : given;
    return Math.max(peak, (long) Math.ceil(expected));
  }

  /** Returns the memory that its last measurement found, in MB; 0 if that is too old. */
  long currentMemoryMb(OverallocationSettings settings, long nowMs) {
    return isUsable(settings, nowMs) ? measured.memoryMb() : 0;
  }

  /** Returns the CPU that its last measurement found, in thousandths of a vcore. */
  long currentMilliVcores(OverallocationSettings settings, long nowMs) {
    return isUsable(settings, nowMs) ? measured.milliVcores() : 0;
  }

  private boolean isUsable(OverallocationSettings settings, long nowMs) {
    return measured != null && measured.isUsable(settings, nowMs);
  }
}
