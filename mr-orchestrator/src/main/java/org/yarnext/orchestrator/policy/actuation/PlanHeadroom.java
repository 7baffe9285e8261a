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

import java.util.List;

/** Resources that a node has left while a plan is made. Nothing is given that is not there. */
final class PlanHeadroom {
  private final List<PlanEntry> lines;
  private double free;

  /**
   * @param free what no container has; below 0 where more is granted than there is
   */
  PlanHeadroom(List<PlanEntry> lines, double free) {
    this.lines = lines;
    this.free = Math.floor(free);
    for (PlanEntry line : lines) {
      this.free += line.holding.allocated() - line.amount;
    }
  }

  /** Where more is granted than there is, what containers have beyond their tokens goes first. */
  void takeBackOverdraft() {
    for (PlanEntry line : lines) {
      double part = Math.min(-free, line.surplus());
      if (part > 0) {
        free += part;
        line.amount -= part;
        line.why = PlanReason.PLAN_TAKEN_BACK;
      }
    }
  }

  /** Gives as much of this as there is. */
  void give(PlanEntry line, double wanted) {
    double part = Math.min(free, wanted);
    if (part > 0) {
      free -= part;
      line.amount += part;
    }
  }

  /**
   * Gives this, if need be by taking back at once what others have beyond their tokens.
   *
   * @return how much was given; less than required only if all others need what they have
   */
  double require(PlanEntry line, double required, PlanReason why) {
    double before = line.amount;
    give(line, required);
    takeBack(line, before + required, true);
    if (why == PlanReason.PLAN_KEPT_ALIVE) {
      takeBack(line, before + required, false);
    }
    if (line.amount > before && line.why == null) {
      line.why = why;
    }
    return line.amount - before;
  }

  /**
   * @param fairly whether applications keep in all what their tokens say
   */
  private void takeBack(PlanEntry line, double target, boolean fairly) {
    for (PlanEntry other : lines) {
      double part = other == line ? 0 : Math.min(target - line.amount, other.surplus());
      if (fairly && other.holding.guaranteed()) {
        part = Math.min(part, surplusOf(other.holding.application()));
      }
      if (part > 0) {
        other.amount -= part;
        other.why = PlanReason.PLAN_TAKEN_BACK;
        line.amount += part;
      }
    }
  }

  /** What the guaranteed containers of an application have beyond all their tokens. */
  private double surplusOf(String application) {
    double surplus = 0;
    for (PlanEntry line : lines) {
      if (line.holding.guaranteed() && line.holding.application().equals(application)) {
        surplus += line.amount - line.holding.entitled();
      }
    }
    return surplus;
  }
}
