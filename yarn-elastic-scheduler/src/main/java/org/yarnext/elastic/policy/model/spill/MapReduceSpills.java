// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

/**
 * Models the data that a MapReduce reducer writes to disk (YARN-ME, section 2.3), as
 * MergeManagerImpl of Hadoop 3.4.2 does it. Immutable.
 *
 * <p>Where the paper and the code differ, this follows the code:
 *
 * <ul>
 *   <li>The paper's well-sized reducer merges from memory into the reduce function. The code does
 *       so only as far as mapreduce.reduce.input.buffer.percent allows; with its default, 0, every
 *       reducer writes all its input to disk regardless of its memory. Less memory then costs
 *       nothing but merges of too many files.
 *   <li>The paper's buffer is spilled when it is full. The code starts a merge when the outputs
 *       that have arrived reach mapreduce.reduce.shuffle.merge.percent of it; outputs are not
 *       split, so a spill is up to one output larger than that.
 *   <li>An output larger than mapreduce.reduce.shuffle.memory.limit.percent of the buffer goes
 *       straight to disk. With little memory that is all of them, as many files as there are maps.
 *   <li>More than 2 * mapreduce.task.io.sort.factor - 2 files are merged and so written once more.
 *   <li>mapreduce.reduce.merge.inmem.threshold is no longer read: the number of outputs in memory
 *       triggers nothing.
 * </ul>
 *
 * <p>Not modelled: combiners, compression on disk, memory-to-memory merges (off by default),
 * outputs of different sizes. The heap is -Xmx; some collectors report a little less to the code,
 * which can be counted as memory outside the heap, or by a smaller buffer.
 */
public final class MapReduceSpills extends ShuffleSpills {
  /**
   * Creates the model of a reducer.
   *
   * @param inputMb the reducer's input, in MB in memory; above 0, at most 2^30
   * @param mapOutputs number of maps it reads from; above 0
   * @param nonHeapMb memory of the container that is not heap, in MB; 0 or more
   * @param settings not null
   * @throws IllegalArgumentException naming the first value that is out of its range, or if an
   *     output is too large for memory whatever the heap
   */
  public MapReduceSpills(double inputMb, int mapOutputs, long nonHeapMb, ShuffleSettings settings) {
    super(inputMb, mapOutputs, 0, nonHeapMb, settings);
    findIdealMemory();
  }

  @Override
  ShuffleLimits limits(long heapBytes) {
    long buffer = (long) (heapBytes * settings().buffer());
    return new ShuffleLimits(
        (long) (buffer * settings().merge()),
        Math.min((long) (buffer * settings().single()), Integer.MAX_VALUE),
        (long) (buffer * settings().retain()));
  }

  @Override
  boolean retainsAllOrNothing() {
    return settings().retain() == 0 || settings().retain() >= settings().merge();
  }
}
