// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.overallocation;

import java.util.Objects;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * A running container with its size, its measured usage, and the usage that is predicted from both.
 * Immutable.
 */
public final class RunningContainerUsage {
  /** Part of the margin that a container has whose memory grows no more. */
  private static final double STEADY_MARGIN = 0.5;

  private final String id;
  private final ResourceVector size;
  private final long ageMs;
  private final long workedMs;
  private final MeasuredUsage measured;
  private final long heldMb;

  /**
   * Creates the usage of a container.
   *
   * @param size the resources that it was given
   * @param ageMs time for which it has been watched, in ms: since its start, or since a restart of
   *     the NodeManager; 0 if unknown
   * @param measured null if it was never measured
   */
  public RunningContainerUsage(String id, ResourceVector size, long ageMs, MeasuredUsage measured) {
    this(id, size, ageMs, ageMs, measured, measured == null ? 0 : measured.memoryMb());
  }

  private RunningContainerUsage(
      String id,
      ResourceVector size,
      long ageMs,
      long workedMs,
      MeasuredUsage measured,
      long heldMb) {
    this.id = Objects.requireNonNull(id);
    this.size = Objects.requireNonNull(size);
    this.ageMs = ageMs;
    this.workedMs = workedMs;
    this.measured = measured;
    this.heldMb = Math.max(0, heldMb);
  }

  /** Returns a copy that has worked for longer than it has been watched. */
  public RunningContainerUsage worked(long newWorkedMs) {
    return new RunningContainerUsage(
        id, size, ageMs, Math.max(ageMs, newWorkedMs), measured, heldMb);
  }

  /**
   * Returns the container with processes that hold this much memory now, in MB, if that is more
   * than the last measurement.
   */
  public RunningContainerUsage holding(long memoryMb) {
    return memoryMb <= heldMb
        ? this
        : new RunningContainerUsage(id, size, ageMs, workedMs, measured, memoryMb);
  }

  /** Returns the container's id; never null. */
  public String id() {
    return id;
  }

  /** Returns the resources that the container was given; never null. */
  public ResourceVector size() {
    return size;
  }

  /** Returns the time for which the container has been watched, in ms; 0 if unknown. */
  public long ageMs() {
    return ageMs;
  }

  /** Returns the time whose work is lost by a stop, in ms. */
  long workedMs() {
    return workedMs;
  }

  /** Returns the memory that a stop frees, in MB; 0 if it is unknown. */
  long heldMb() {
    return heldMb;
  }

  /** Returns the measured usage; null if there is none. */
  public MeasuredUsage measured() {
    return measured;
  }

  /**
   * Returns the expected usage of the container, in MB: its peak and a margin, but no more than its
   * size. One whose memory is steady has half the margin. One that is young or was not measured
   * lately counts with its size. Never below its peak.
   */
  long predictedMemoryMb(OverallocationSettings settings, long nowMs) {
    boolean isSteady = measured != null && measured.isMemorySteady();
    return predicted(
        size.memoryMb(),
        measured == null ? 0 : measured.peakMemoryMb(),
        isSteady ? STEADY_MARGIN * settings.margin() : settings.margin(),
        settings,
        nowMs);
  }

  /** Returns the same for CPU, in thousandths of a vcore. */
  long predictedMilliVcores(OverallocationSettings settings, long nowMs) {
    return predicted(
        size.vcores() * 1000,
        measured == null ? 0 : measured.peakMilliVcores(),
        settings.margin(),
        settings,
        nowMs);
  }

  private long predicted(
      long given, long peak, double margin, OverallocationSettings settings, long nowMs) {
    boolean isKnown = ageMs >= settings.warmUpMs() && isUsable(settings, nowMs);
    double expected = isKnown ? Math.min(given, peak * (1 + margin)) : given;
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

  /** Returns the memory by which it can grow from its last measurement to its size, in MB. */
  long growthMb() {
    long usedMb = measured == null ? 0 : Math.max(0, measured.memoryMb());
    return Math.max(0, size.memoryMb() - usedMb);
  }

  private boolean isUsable(OverallocationSettings settings, long nowMs) {
    return measured != null && measured.isUsable(settings, nowMs);
  }
}
