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
package org.yarnext.elastic.policy;

import org.yarnext.common.decision.Decision;

/** Decisions of elastic policies with their numbers, and those that precede every search. */
final class Verdicts {
  private Verdicts() {}

  /** Why no size need be looked for; null if one must be. */
  static Decision<Long> withoutSearch(ElasticTask task, ElasticNode node, long endByMs) {
    if (task.model() == null) {
      return refusal(ElasticReason.ELASTIC_NO_MODEL, task, node);
    }
    if (task.vcores() > node.freeVcores()) {
      return refusal(ElasticReason.ELASTIC_NO_CORES, task, node)
          .with("vcores", task.vcores())
          .with("freeVcores", node.freeVcores());
    }
    if (SizeSearch.largest(task, node.freeMb()) < task.leastMb()) {
      return refusal(ElasticReason.ELASTIC_NO_ROOM, task, node);
    }
    if (endByMs < 0) {
      return refusal(ElasticReason.ELASTIC_END_UNKNOWN, task, node);
    }
    return null;
  }

  /** Places the task with the size if that ends in time and spares the disks. */
  static Decision<Long> on(
      SizeSearch size, ElasticTask task, ElasticNode node, long endByMs, long nowMs) {
    if (size == null) {
      return refusal(ElasticReason.ELASTIC_MODEL_UNUSABLE, task, node);
    }
    Decision<Long> decision;
    if (!size.isWithin(node.freeDiskMbPerSecond())) {
      decision = refusal(ElasticReason.ELASTIC_DISK_BUDGET, task, node);
    } else if (!size.endsBy(endByMs, nowMs)) {
      decision = refusal(ElasticReason.ELASTIC_NO_GAIN, task, node);
    } else {
      decision = numbers(Decision.of(size.grantedMb(), ElasticReason.ELASTIC_PLACED), task, node);
    }
    return decision
        .with("elasticMb", size.grantedMb())
        .with("taskRunMs", (long) Math.ceil(size.runMs()))
        .with("taskEndMs", (long) Math.ceil(nowMs + size.runMs()))
        .with("endByMs", endByMs)
        .with("diskMbPerSecond", size.diskMbPerSecond())
        .with("freeDiskMbPerSecond", node.freeDiskMbPerSecond());
  }

  private static Decision<Long> refusal(ElasticReason reason, ElasticTask task, ElasticNode node) {
    return numbers(Decision.of(null, reason), task, node);
  }

  private static Decision<Long> numbers(
      Decision<Long> decision, ElasticTask task, ElasticNode node) {
    return decision
        .with("askedMb", task.askedMb())
        .with("leastMb", task.leastMb())
        .with("freeMb", node.freeMb());
  }
}
