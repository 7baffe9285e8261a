// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

/**
 * Models the data that the ordered shuffle of a Tez vertex writes to disk (YARN-ME, section 2.4),
 * as MergeManager of Tez 0.10.5 does it. Immutable.
 *
 * <p>It works as MapReduce's does ({@link MapReduceSpills}), except that outputs on the reducer's
 * node are read where they lie and take no memory (tez.runtime.optimize.local.fetch, on by
 * default). The code counts them as files on disk, though, so that many of them cause merges. They
 * are taken to come first. The code merges to disk one batch at a time: outputs that arrive
 * meanwhile join the next one; here merging takes no time.
 */
public final class TezSpills extends ShuffleSpills {
  /**
   * Creates the model of a task.
   *
   * @param inputMb input of the task, in MB in memory, including local outputs; above 0, at most
   *     2^30
   * @param outputs number of outputs it reads; above 0
   * @param localOutputs number of them on its node; 0 to less than all
   * @param nonHeapMb memory of the container that is not heap, in MB; 0 or more
   * @param settings not null
   * @throws IllegalArgumentException naming the first value that is out of its range, or if an
   *     output is too large for memory whatever the heap
   */
  public TezSpills(
      double inputMb, int outputs, int localOutputs, long nonHeapMb, ShuffleSettings settings) {
    super(inputMb, outputs, localOutputs, nonHeapMb, settings);
    findIdealMemory();
  }

  @Override
  ShuffleLimits limits(long heapBytes) {
    long buffer = (long) (heapBytes * settings().buffer());
    long single = (long) Math.min(buffer * settings().single(), Integer.MAX_VALUE);
    return new ShuffleLimits(
        (long) (buffer * settings().merge()),
        single - 1, // an output of just this size goes to disk, unlike MapReduce's
        Math.min((long) (heapBytes * settings().retain()), buffer));
  }

  @Override
  boolean retainsAllOrNothing() {
    return settings().retain() == 0
        || settings().retain() >= settings().merge() * settings().buffer();
  }
}
