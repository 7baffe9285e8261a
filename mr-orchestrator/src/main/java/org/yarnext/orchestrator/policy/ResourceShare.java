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
package org.yarnext.orchestrator.policy;

import java.util.Objects;

/**
 * Use and allocation of one resource by one task, in millicores or bytes. Immutable; made by naming
 * its parts, each of which is 0 or more.
 */
public final class ResourceShare {
  private final double used;
  private final double allocated;
  private final double entitled;
  private final double least;
  private final double estimated;
  private final ResourcePressure pressure;

  private ResourceShare(
      double used,
      double allocated,
      double entitled,
      double least,
      double estimated,
      ResourcePressure pressure) {
    this.used = amount("used", used);
    this.allocated = amount("allocated", allocated);
    this.entitled = amount("entitled", entitled);
    this.least = amount("least", least);
    this.estimated = Double.isNaN(estimated) ? estimated : amount("estimated", estimated);
    this.pressure = Objects.requireNonNull(pressure, "pressure");
  }

  private static double amount(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " is " + value + ": it must be 0 or more");
    }
    return value;
  }

  /** A share that is what its container's token says, of which this much is used. */
  public static ResourceShare of(double used, double entitled) {
    return new ResourceShare(used, entitled, entitled, 0, Double.NaN, ResourcePressure.UNKNOWN);
  }

  /** The same with another amount that the kernel grants now. */
  public ResourceShare allocated(double amount) {
    return new ResourceShare(used, amount, entitled, least, estimated, pressure);
  }

  /** The same with the least that keeps the task alive. */
  public ResourceShare minimum(double amount) {
    return new ResourceShare(used, allocated, entitled, amount, estimated, pressure);
  }

  /** The same with what the task is expected to need in the next epoch; NaN if unknown. */
  public ResourceShare estimated(double amount) {
    return new ResourceShare(used, allocated, entitled, least, amount, pressure);
  }

  /** The same with another answer to whether something holds the task back. */
  public ResourceShare pressure(ResourcePressure now) {
    return new ResourceShare(used, allocated, entitled, least, estimated, now);
  }

  public double used() {
    return used;
  }

  /** What the kernel grants now. */
  public double allocated() {
    return allocated;
  }

  /** What the container's token says. */
  public double entitled() {
    return entitled;
  }

  /** The least that keeps the task alive. */
  public double minimum() {
    return least;
  }

  /** What the task is expected to need in the next epoch; NaN if unknown. */
  public double estimated() {
    return estimated;
  }

  public ResourcePressure pressure() {
    return pressure;
  }
}
