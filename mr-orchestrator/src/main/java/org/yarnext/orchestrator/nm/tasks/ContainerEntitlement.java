// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.orchestrator.policy.ResourceKind;

/** Amounts of CPU and memory in a container's token. Immutable. */
public final class ContainerEntitlement {
  private static final double MILLICORES_A_CORE = 1000;
  private static final double BYTES_A_MB = 1 << 20;

  private final boolean guaranteed;
  private final double cpu;
  private final double memory;

  /** Takes the token's vcores and megabytes, each 0 or more. */
  public ContainerEntitlement(boolean guaranteed, int vcores, long memoryMb) {
    this.guaranteed = guaranteed;
    this.cpu = vcores * MILLICORES_A_CORE;
    this.memory = memoryMb * BYTES_A_MB;
  }

  /** Returns whether the container is guaranteed, and not opportunistic. */
  public boolean isGuaranteed() {
    return guaranteed;
  }

  /** Returns the amount in millicores or bytes. */
  public double of(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }
}
