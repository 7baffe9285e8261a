// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import org.yarnext.elastic.policy.model.ModelParameterValidator;

/**
 * The settings that decide when the shuffle of MapReduce or Tez writes to disk. Immutable.
 *
 * <p>Shares are floats because both frameworks compute with floats.
 */
public final class ShuffleSettings {
  /** Defaults of a MapReduce 3.4.2 job. */
  public static final ShuffleSettings MAPREDUCE = new ShuffleSettings(0.7f, 0.25f, 0.66f, 0f, 10);

  /**
   * Defaults of a Tez 0.10.5 vertex whose only large buffer is the shuffle's, and whose tasks have
   * one input and one output.
   */
  public static final ShuffleSettings TEZ = new ShuffleSettings(0.67f, 0.25f, 0.9f, 0f, 100);

  private final float buffer;
  private final float single;
  private final float merge;
  private final float retain;
  private final int sortFactor;

  /**
   * @param buffer share of the heap that holds fetched outputs; above 0, at most 1. MapReduce:
   *     mapreduce.reduce.shuffle.input.buffer.percent. Tez: the smaller of
   *     tez.runtime.shuffle.fetch.buffer.percent (0.9) and what Tez grants when it scales the
   *     vertex's buffers to the heap (1 - tez.task.scale.memory.reserve-fraction = 0.7, less
   *     tez.task.scale.memory.additional-reservation.fraction.per-io = 0.015 for each input and
   *     output, and the share of its other buffers)
   * @param single share of the buffer that one output may take; a larger one goes straight to disk.
   *     Above 0, below {@code merge}: both frameworks refuse to start otherwise. {@code
   *     ...shuffle.memory.limit.percent}
   * @param merge share of the buffer at which what was fetched is merged to disk; above 0, at most
   *     1. {@code ...shuffle.merge.percent}
   * @param retain share that may stay in memory while the reduce function runs; 0 to 1. MapReduce:
   *     of the buffer, mapreduce.reduce.input.buffer.percent. Tez: of the heap,
   *     tez.runtime.task.input.post-merge.buffer.percent
   * @param sortFactor files merged at once, at least 2: {@code ...io.sort.factor}
   * @throws IllegalArgumentException naming the first value that is out of its range
   */
  public ShuffleSettings(float buffer, float single, float merge, float retain, int sortFactor) {
    ModelParameterValidator.that(
        buffer > 0 && buffer <= 1, "the buffer's share", buffer, "above 0, at most 1");
    ModelParameterValidator.that(
        merge > 0 && merge <= 1, "the merge share", merge, "above 0, at most 1");
    ModelParameterValidator.that(
        single > 0 && single < merge,
        "one output's share",
        single,
        "above 0 and below the merge share, " + merge);
    ModelParameterValidator.that(
        retain >= 0 && retain <= 1, "the retained share", retain, "from 0 to 1");
    ModelParameterValidator.that(sortFactor >= 2, "the sort factor", sortFactor, "2 or more");
    this.buffer = buffer;
    this.single = single;
    this.merge = merge;
    this.retain = retain;
    this.sortFactor = sortFactor;
  }

  /** Returns the share of the heap that holds fetched outputs; above 0, at most 1. */
  public float buffer() {
    return buffer;
  }

  /** Returns the share of the buffer that one output may take; above 0, below {@link #merge}. */
  public float single() {
    return single;
  }

  /** Returns the share of the buffer at which a merge to disk starts; above 0, at most 1. */
  public float merge() {
    return merge;
  }

  /** Returns the share that may stay in memory for the reduce function; 0 to 1. */
  public float retain() {
    return retain;
  }

  /** Returns the number of files merged at once; at least 2. */
  public int sortFactor() {
    return sortFactor;
  }

  @Override
  public String toString() {
    return "buffer "
        + buffer
        + ", one output "
        + single
        + ", merge "
        + merge
        + ", retained "
        + retain
        + ", sort factor "
        + sortFactor;
  }
}
