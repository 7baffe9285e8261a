// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/** Launch command and environment with which a container's JVM has a smaller heap. Immutable. */
public final class SmallerHeap {
  private final LaunchText launch;
  private final long heapBytes;

  SmallerHeap(LaunchText launch, long heapBytes) {
    this.launch = launch;
    this.heapBytes = heapBytes;
  }

  /** Returns the whole command and environment; never null. */
  public LaunchText launch() {
    return launch;
  }

  /** Returns the largest heap of its JVM, in bytes. */
  public long heapBytes() {
    return heapBytes;
  }
}
