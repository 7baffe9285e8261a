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
package org.yarnext.orchestrator.policy.actuation;

import java.util.Objects;

/**
 * Allocation of one resource that one container on a node has now, in millicores or bytes.
 * Immutable.
 */
public final class CurrentAllocation {
  private final String container;
  private final String application;
  private final boolean guaranteed;
  private final double allocated;
  private final double entitled;
  private final double least;

  /**
   * @param allocated what the kernel grants now, a whole number
   * @param entitled what its token says, a whole number
   * @param least what keeps it alive
   * @throws IllegalArgumentException if an amount is negative, infinite or not a number
   */
  public CurrentAllocation(
      String container,
      String application,
      boolean guaranteed,
      double allocated,
      double entitled,
      double least) {
    this.container = Objects.requireNonNull(container, "container");
    this.application = Objects.requireNonNull(application, "application");
    this.guaranteed = guaranteed;
    this.allocated = amount("allocated", allocated);
    this.entitled = amount("entitled", entitled);
    this.least = amount("least", least);
  }

  private static double amount(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be 0 or more");
    }
    return value;
  }

  public String container() {
    return container;
  }

  public String application() {
    return application;
  }

  public boolean guaranteed() {
    return guaranteed;
  }

  public double allocated() {
    return allocated;
  }

  public double entitled() {
    return entitled;
  }

  /**
   * The least that keeps it alive, as far as it has a right to that: neither beyond its token nor
   * beyond what it was given already.
   */
  double floor() {
    return Math.min(Math.ceil(least), Math.max(entitled, allocated));
  }
}
