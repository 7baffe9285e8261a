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
package org.yarnext.orchestrator.nm.tasks;

import org.yarnext.orchestrator.policy.ResourceKind;

/** Resources that a container's token entitles it to. Immutable. */
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
  public boolean guaranteed() {
    return guaranteed;
  }

  /** Returns the amount in millicores or bytes. */
  public double of(ResourceKind kind) {
    return kind == ResourceKind.CPU ? cpu : memory;
  }
}
