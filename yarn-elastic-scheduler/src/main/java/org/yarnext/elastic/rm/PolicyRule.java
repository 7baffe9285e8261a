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
package org.yarnext.elastic.rm;

import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.ElasticNode;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.ElasticTask;
import org.yarnext.elastic.policy.EndMargin;
import org.yarnext.elastic.policy.heap.Framework;
import org.yarnext.elastic.policy.heap.LeastForHeap;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.WholeShare;

/** Asks the configured policy, within the node's share of disk and the least part of the ideal. */
final class PolicyRule implements SizeRule {
  private final ElasticPolicy policy;
  private final DoubleSupplier diskMbPerSecond;
  private final IntSupplier leastPercent;
  private final LeastForHeap leastForHeap;
  private final IntSupplier endMarginPercent;

  /**
   * @param diskMbPerSecond what under-sized tasks may take together of one node's disks, now
   * @param leastPercent the least share of its ideal memory that a task may be given, now
   * @param leastForHeap the least memory that a task can be launched in
   * @param endMarginPercent how much earlier than its job a task must end, see {@link EndMargin},
   *     now
   */
  PolicyRule(
      ElasticPolicy policy,
      DoubleSupplier diskMbPerSecond,
      IntSupplier leastPercent,
      LeastForHeap leastForHeap,
      IntSupplier endMarginPercent) {
    this.policy = policy;
    this.diskMbPerSecond = diskMbPerSecond;
    this.leastPercent = leastPercent;
    this.leastForHeap = leastForHeap;
    this.endMarginPercent = endMarginPercent;
  }

  /** Policies do not block, by their contract; only the module's own are known to keep it. */
  static boolean mayWait(Object policy) {
    return !policy.getClass().getName().startsWith("org.yarnext.elastic.policy.");
  }

  @Override
  public boolean mayWait() {
    return mayWait(policy);
  }

  @Override
  public Decision<Long> decide(Offer offer, ElasticityModel model, long jobEndMs, long nowMs) {
    long step = offer.stepMb();
    long share = (model.idealMemoryMb() * leastPercent.getAsInt() + 99) / 100;
    long launchable =
        leastForHeap.mb(
            Framework.ofType(offer.job().framework()),
            offer.askedMb(),
            step,
            model.idealMemoryMb(),
            offer.heapMb());
    long usable = Math.max(share, launchable);
    long least = Math.max(offer.leastMb(), (usable + step - 1) / step * step);
    if (least >= offer.askedMb()) {
      return offer.noSmallerSize(least);
    }
    double diskShare = diskMbPerSecond.getAsDouble();
    ElasticNode node =
        new ElasticNode(
            offer.freeMb(),
            offer.freeVcores(),
            Math.max(0, diskShare - offer.usedDiskMbPerSecond()));
    Decision<Long> decision =
        policy.decide(
            new ElasticTask(
                offer.askedMb(), offer.vcores(), WholeShare.of(model, diskShare), least, step),
            node,
            EndMargin.endByMs(jobEndMs, nowMs, endMarginPercent.getAsInt()),
            nowMs);
    return decision == null
        ? null // an operator's own policy; it is as if it had nothing to say
        : decision.with("jobEndMs", jobEndMs).with("jobLeftMs", jobEndMs - nowMs);
  }
}
