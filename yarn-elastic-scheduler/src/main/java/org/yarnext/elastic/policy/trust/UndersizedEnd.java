/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.elastic.policy.trust;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an under-sized container ended, and the line in its diagnostics by which its node tells the
 * ResourceManager. Immutable.
 */
public final class UndersizedEnd {
  /** What a container came to. */
  public enum How {
    /** It ended well. */
    WELL("well"),
    /** It failed, as far as the node can tell not for want of memory. */
    FAILED("failed"),
    /** Somebody stopped it. */
    STOPPED("stopped"),
    /** It failed for want of memory. */
    OUT_OF_MEMORY("out-of-memory");

    private final String text;

    How(String text) {
      this.text = text;
    }

    private static How of(String text) {
      for (How how : values()) {
        if (how.text.equals(text)) {
          return how;
        }
      }
      throw new IllegalArgumentException(text);
    }
  }

  /** Why a heap was left that could have been made smaller: its node failed to. */
  public static final String NODE = "NODE";

  /** Why a heap was left that fits into the smaller container as it is. */
  public static final String FITS = "HEAP_FITS";

  private static final int TERMINATED = 143;

  private static final Pattern HEAP_LINE =
      Pattern.compile("(?m)^yarnext\\.elastic: heap of (\\d{1,9}) MB$");

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^yarnext\\.elastic: asked (\\d{1,10}) MB, granted (\\d{1,10}) MB,"
              + " heap (?:smaller|left(?: \\((\\w{1,40})\\)|()))(?:, ran (\\d{1,12}) ms)?,"
              + " ended (well|failed|stopped|out-of-memory)$");

  private final long askedMb;
  private final long grantedMb;

  /** Why its heap was left; empty if that is not known, null if the heap was made smaller. */
  private final String left;

  private final long ranMs;
  private final How how;
  private final long heapMb;

  /**
   * @param smallerHeap whether its JVM was given a smaller heap; false if it was left as it is
   * @param ranMs how long it ran, in ms; -1 if unknown
   */
  public UndersizedEnd(long askedMb, long grantedMb, boolean smallerHeap, long ranMs, How how) {
    this(askedMb, grantedMb, smallerHeap ? null : "", ranMs, how, -1);
  }

  private UndersizedEnd(
      long askedMb, long grantedMb, String left, long ranMs, How how, long heapMb) {
    this.heapMb = heapMb;
    this.askedMb = askedMb;
    this.grantedMb = grantedMb;
    this.left = left;
    this.ranMs = ranMs;
    this.how = how;
  }

  /**
   * The end of a container whose heap was left as it is.
   *
   * @param why the code of a reason, or {@link #NODE}; not null
   * @param ranMs how long it ran, in ms; -1 if unknown
   */
  public static UndersizedEnd left(long askedMb, long grantedMb, String why, long ranMs, How how) {
    return new UndersizedEnd(askedMb, grantedMb, why, ranMs, how, -1);
  }

  /**
   * The same, of a container in whose command its node found how large the heap was to be.
   *
   * @param mb 0 or less for not
   */
  public UndersizedEnd withHeapMb(long mb) {
    return new UndersizedEnd(askedMb, grantedMb, left, ranMs, how, mb > 0 ? mb : -1);
  }

  /** What a container came to that ended with this status, for want of memory or not. */
  public static How how(int exitStatus, MemoryFailure failure) {
    if (failure != MemoryFailure.NONE) {
      return How.OUT_OF_MEMORY;
    }
    if (exitStatus == 0) {
      return How.WELL;
    }
    return exitStatus < 0 || exitStatus == TERMINATED ? How.STOPPED : How.FAILED;
  }

  /**
   * Finds the line among other diagnostics. The last one counts: an application may have printed
   * the same text before, and the node adds its own at the end.
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
              How.of(line.group(6)),
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

  /** What its application asked for, in MB. */
  public long askedMb() {
    return askedMb;
  }

  /** What it was given, in MB. */
  public long grantedMb() {
    return grantedMb;
  }

  /** Whether its JVM was given a smaller heap. */
  public boolean smallerHeap() {
    return left == null;
  }

  /** Whether its heap was left since it fits into the smaller container as it is. */
  public boolean heapFits() {
    return FITS.equals(left);
  }

  /** How large a heap the application gave to its JVM, in MB; -1 if no node has found that. */
  public long heapMb() {
    return heapMb;
  }

  /** Whether its heap was left by a fault of its node's, not for what the application sent. */
  public boolean leftByNode() {
    return NODE.equals(left);
  }

  /** How long it ran, in ms; -1 if unknown. */
  public long ranMs() {
    return ranMs;
  }

  /** What it came to; never null. */
  public How how() {
    return how;
  }

  /** What a node adds to the diagnostics: the line, and before it one that tells of the heap. */
  public String lines() {
    return (heapMb > 0 ? "yarnext.elastic: heap of " + heapMb + " MB\n" : "") + this;
  }

  /** The line, without a line break. */
  @Override
  public String toString() {
    return "yarnext.elastic: asked "
        + askedMb
        + " MB, granted "
        + grantedMb
        + " MB, heap "
        + (left == null ? "smaller" : left.isEmpty() ? "left" : "left (" + left + ")")
        + (ranMs < 0 ? "" : ", ran " + ranMs + " ms")
        + ", ended "
        + how.text;
  }
}
