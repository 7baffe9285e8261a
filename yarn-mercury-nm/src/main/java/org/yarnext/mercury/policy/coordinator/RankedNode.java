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
package org.yarnext.mercury.policy.coordinator;

/** A node as a candidate for the next opportunistic container. Immutable. */
public final class RankedNode {
  private final NodeReport report;
  private final double inFlightMs;

  RankedNode(NodeReport report, double inFlightMs) {
    this.report = report;
    this.inFlightMs = inFlightMs;
  }

  public String node() {
    return report.node();
  }

  /** R as reported, plus the wait that later placements will add. */
  public double waitMs() {
    return report.waitMs() + inFlightMs;
  }

  /** R as reported. */
  public double reportedWaitMs() {
    return report.waitMs();
  }

  /** How many containers waited, as reported. */
  public int queueLength() {
    return report.queueLength();
  }

  /** How many containers may wait; {@link NodeReport#NO_BOUND} for any number. */
  public int queueCapacity() {
    return report.queueCapacity();
  }

  /** How old the report is at {@code nowMs}, of the same monotonic clock. */
  public long ageMs(long nowMs) {
    return nowMs - report.receivedMs();
  }

  @Override
  public String toString() {
    return report + " + " + inFlightMs + " ms";
  }
}
