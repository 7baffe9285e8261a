// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The end of an under-sized container, and the line in its diagnostics by which its node reports it
 * to the ResourceManager. Immutable.
 */
public final class UndersizedEnd {
  /** Outcome of a container. */
  public enum Outcome {
    /** It succeeded. */
    WELL("well"),
    /** It failed, but not for lack of memory, as far as the node knows. */
    FAILED("failed"),
    /** It was stopped. */
    STOPPED("stopped"),
    /** It failed for lack of memory. */
    OUT_OF_MEMORY("out-of-memory");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    private static Outcome of(String text) {
      for (Outcome outcome : values()) {
        if (outcome.text.equals(text)) {
          return outcome;
        }
      }
      throw new IllegalArgumentException(text);
    }
  }

  /** Reason why a heap kept its size: its node failed to reduce it. */
  public static final String NODE = "NODE";

  /** Reason why a heap kept its size: it fits the smaller container. */
  public static final String FITS = "HEAP_FITS";

  private static final Pattern HEAP_LINE =
      Pattern.compile("(?m)^yarnext\\.elastic: heap of (\\d{1,9}) MB$");

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^yarnext\\.elastic: asked (\\d{1,10}) MB, granted (\\d{1,10}) MB,"
              + " heap (?:smaller|left(?: \\((\\w{1,40})\\)|()))(?:, ran (\\d{1,12}) ms)?,"
              + " ended (well|failed|stopped|out-of-memory)$");

  private final long requestedMb;
  private final long grantedMb;

  /** Reason why its heap was left; empty if unknown, null if the heap was made smaller. */
  private final String left;

  private final long ranMs;
  private final Outcome outcome;
  private final long heapMb;

  /**
   * Creates an end.
   *
   * @param smallerHeap whether its JVM was given a smaller heap; false if it was left unchanged
   * @param ranMs run time, in ms; -1 if unknown
   */
  public UndersizedEnd(
      long requestedMb, long grantedMb, boolean smallerHeap, long ranMs, Outcome outcome) {
    this(requestedMb, grantedMb, smallerHeap ? null : "", ranMs, outcome, -1);
  }

  private UndersizedEnd(
      long requestedMb, long grantedMb, String left, long ranMs, Outcome outcome, long heapMb) {
    this.heapMb = heapMb;
    this.requestedMb = requestedMb;
    this.grantedMb = grantedMb;
    this.left = left;
    this.ranMs = ranMs;
    this.outcome = outcome;
  }

  /**
   * Creates the end of a container whose heap was left unchanged.
   *
   * @param why the code of a reason, or {@link #NODE}; not null
   * @param ranMs run time, in ms; -1 if unknown
   */
  public static UndersizedEnd left(
      long requestedMb, long grantedMb, String why, long ranMs, Outcome outcome) {
    return new UndersizedEnd(requestedMb, grantedMb, why, ranMs, outcome, -1);
  }

  /**
   * Returns a copy with the heap size that the node found in the container's command.
   *
   * @param mb 0 or less if not found
   */
  public UndersizedEnd withHeapMb(long mb) {
    return new UndersizedEnd(requestedMb, grantedMb, left, ranMs, outcome, mb > 0 ? mb : -1);
  }

  /** Returns the outcome of a container with this exit status and memory failure. */
  public static Outcome outcome(int exitStatus, MemoryFailure failure) {
    if (failure != MemoryFailure.NONE) {
      return Outcome.OUT_OF_MEMORY;
    }
    if (exitStatus == 0) {
      return Outcome.WELL;
    }
    return exitStatus < 0 || exitStatus == MemoryFailure.TERMINATED
        ? Outcome.STOPPED
        : Outcome.FAILED;
  }

  /**
   * Finds the line in diagnostics. The last one counts: an application may have printed the same
   * text before, and the node appends its own at the end.
   *
   * @param diagnostics null if there are none
   * @return null if there is no such line
   */
  public static UndersizedEnd find(String diagnostics) {
    if (diagnostics == null) {
      return null;
    }
    Matcher line = LINE.matcher(diagnostics);
    UndersizedEnd last = null;
    long heapMb = heapMb(diagnostics);
    while (line.find()) {
      last =
          new UndersizedEnd(
              Long.parseLong(line.group(1)),
              Long.parseLong(line.group(2)),
              line.group(3) == null ? line.group(4) : line.group(3),
              line.group(5) == null ? -1 : Long.parseLong(line.group(5)),
              Outcome.of(line.group(6)),
              heapMb);
    }
    return last;
  }

  private static long heapMb(String diagnostics) {
    Matcher line = HEAP_LINE.matcher(diagnostics);
    long last = -1;
    while (line.find()) {
      last = Long.parseLong(line.group(1));
    }
    return last;
  }

  /** Returns the memory requested by its application, in MB. */
  public long requestedMb() {
    return requestedMb;
  }

  /** Returns its granted memory, in MB. */
  public long grantedMb() {
    return grantedMb;
  }

  /** Returns whether its JVM was given a smaller heap. */
  public boolean smallerHeap() {
    return left == null;
  }

  /** Returns whether its heap was left because it fits the smaller container unchanged. */
  public boolean heapFits() {
    return FITS.equals(left);
  }

  /** Returns the heap that the application set for its JVM, in MB; -1 if no node has found it. */
  public long heapMb() {
    return heapMb;
  }

  /** Returns whether its heap was left because of its node, not of the application's command. */
  public boolean leftByNode() {
    return NODE.equals(left);
  }

  /** Returns its run time, in ms; -1 if unknown. */
  public long ranMs() {
    return ranMs;
  }

  /** Returns its outcome; never null. */
  public Outcome outcome() {
    return outcome;
  }

  /**
   * Returns the lines that a node adds to the diagnostics: one about the heap, if known, and the
   * main one.
   */
  public String lines() {
    return (heapMb > 0 ? "yarnext.elastic: heap of " + heapMb + " MB\n" : "") + this;
  }

  /** Returns the main line, without a line break. */
  @Override
  public String toString() {
    return "yarnext.elastic: asked "
        + requestedMb
        + " MB, granted "
        + grantedMb
        + " MB, heap "
        + (left == null ? "smaller" : left.isEmpty() ? "left" : "left (" + left + ")")
        + (ranMs < 0 ? "" : ", ran " + ranMs + " ms")
        + ", ended "
        + outcome.text;
  }
}
