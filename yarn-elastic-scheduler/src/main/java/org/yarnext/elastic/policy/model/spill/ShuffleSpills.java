// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import java.util.Objects;
import org.yarnext.elastic.policy.model.ModelParameterValidator;
import org.yarnext.elastic.policy.model.SpillModel;

/**
 * Models the data that a reducer's shuffle writes to disk, for frameworks whose merge manager works
 * as MapReduce's does. Immutable.
 *
 * <p>The map outputs are taken to be of one size, and merging to be done at once. Fetched outputs
 * are kept until they reach the merge threshold; then all of them become one file. Outputs that are
 * left at the end stay in memory as far as settings allow. The rest becomes one more file, unless
 * there are already as many files as are merged at once: then the rest is part of their merge.
 */
public abstract class ShuffleSpills implements SpillModel {
  static final long MB = 1L << 20;

  /** Tooth of the sizes with which the task cannot run. */
  private static final int CANNOT_RUN = Integer.MAX_VALUE;

  /** Tooth of the sizes with which every output goes straight to disk. */
  private static final int ALL_TO_DISK = Integer.MAX_VALUE - 1;

  private final double inputMb;
  private final int outputs;
  private final int localOutputs;
  private final long nonHeapMb;
  private final ShuffleSettings settings;
  private final long outputBytes;
  private long idealMemoryMb;

  ShuffleSpills(
      double inputMb, int outputs, int localOutputs, long nonHeapMb, ShuffleSettings settings) {
    ModelParameterValidator.positive("the input in MB", inputMb);
    ModelParameterValidator.that(
        inputMb <= MinSizeSearch.MAX_MB, "the input in MB", inputMb, "at most 2^30");
    ModelParameterValidator.that(outputs > 0, "the number of map outputs", outputs, "above 0");
    ModelParameterValidator.that(
        localOutputs >= 0 && localOutputs < outputs,
        "the number of local map outputs",
        localOutputs,
        "from 0 to less than all " + outputs);
    ModelParameterValidator.that(
        nonHeapMb >= 0, "the memory beside the heap", nonHeapMb, "0 MB or more");
    this.inputMb = inputMb;
    this.outputs = outputs;
    this.localOutputs = localOutputs;
    this.nonHeapMb = nonHeapMb;
    this.settings = Objects.requireNonNull(settings, "settings");
    this.outputBytes = Math.max(1, Math.round(inputMb * MB / outputs));
  }

  /**
   * Computes the ideal memory. Must be called at the end of the constructor, when {@link #limits}
   * works.
   */
  final void findIdealMemory() {
    idealMemoryMb = MinSizeSearch.where(this::isWellSized);
    ModelParameterValidator.that(
        idealMemoryMb > 0,
        "the size of a map output",
        outputBytes + " bytes",
        "small enough to be fetched into memory: give more map outputs or less input");
  }

  /** Returns the limits with a heap of so many bytes; without a heap all of them are 0 or less. */
  abstract ShuffleLimits limits(long heapBytes);

  /** Returns the limits, or null if the task cannot run. */
  private ShuffleLimits limitsAt(long memoryMb) {
    ShuffleLimits limits = limits((memoryMb - nonHeapMb) * MB);
    return limits.mergeThreshold > 0 ? limits : null;
  }

  private boolean isWellSized(long memoryMb) {
    ShuffleLimits limits = limitsAt(memoryMb);
    if (limits == null || outputBytes > limits.largestInMemory) {
      return false;
    }
    long fetched = remoteOutputs() * outputBytes;
    return fetched < limits.mergeThreshold
        && (settings.retain() == 0 || fetched <= limits.retained);
  }

  private long remoteOutputs() {
    return (long) outputs - localOutputs;
  }

  @Override
  public final long idealMemoryMb() {
    return idealMemoryMb;
  }

  @Override
  public final double spilledMb(long memoryMb) {
    ShuffleLimits limits = limitsAt(memoryMb);
    return limits == null ? Double.POSITIVE_INFINITY : (double) spilledBytes(limits) / MB;
  }

  private long spilledBytes(ShuffleLimits limits) {
    DiskFiles files = new DiskFiles(settings.sortFactor());
    files.add(outputBytes, localOutputs);
    if (outputBytes > limits.largestInMemory) {
      files.add(outputBytes, remoteOutputs());
      files.mergeForReading(0);
      return remoteOutputs() * outputBytes + files.written();
    }
    long perFile = outputsPerFile(limits);
    long full = remoteOutputs() / perFile;
    files.add(perFile * outputBytes, full);
    long spilled = full * perFile * outputBytes;
    long leaving = surplus(remoteOutputs() - full * perFile, limits) * outputBytes;
    if (leaving > 0 && files.count() < settings.sortFactor()) {
      return spilled + leaving + files.written(); // one more file is still read at once
    }
    files.mergeForReading(leaving);
    return spilled + files.written();
  }

  private long outputsPerFile(ShuffleLimits limits) {
    return Math.max(1, ceilDiv(limits.mergeThreshold, outputBytes));
  }

  /** Returns how many of the outputs left in memory at the end must be written to disk. */
  private long surplus(long left, ShuffleLimits limits) {
    long over = left * outputBytes - limits.retained;
    return over <= 0 ? 0 : ceilDiv(over, outputBytes);
  }

  private static long ceilDiv(long a, long b) {
    return (a + b - 1) / b;
  }

  /** Returns true if all outputs that do not fill the buffer may stay in memory, or none may. */
  abstract boolean retainsAllOrNothing();

  @Override
  public final int fills(long memoryMb) {
    if (!retainsAllOrNothing()) {
      return -1;
    }
    ShuffleLimits limits = limitsAt(memoryMb);
    if (limits == null) {
      return CANNOT_RUN;
    }
    return outputBytes > limits.largestInMemory
        ? ALL_TO_DISK
        : (int) (remoteOutputs() / outputsPerFile(limits));
  }

  /** Returns the reducer's input, in MB in memory and so uncompressed; above 0. */
  public final double inputMb() {
    return inputMb;
  }

  /** Returns the number of map outputs it reads; above 0. */
  public final int outputs() {
    return outputs;
  }

  /** Returns how many of them lie on the reducer's node and are not fetched; less than all. */
  public final int localOutputs() {
    return localOutputs;
  }

  /** Returns the memory of the container that is not heap, in MB; 0 or more. */
  public final long nonHeapMb() {
    return nonHeapMb;
  }

  /** Returns the framework's settings; never null. */
  public final ShuffleSettings settings() {
    return settings;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName()
        + " of "
        + inputMb
        + " MB in "
        + outputs
        + " outputs, "
        + localOutputs
        + " local, "
        + nonHeapMb
        + " MB beside the heap, "
        + settings;
  }
}
