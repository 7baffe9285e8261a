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

/**
 * Places a task with less memory if and only if it is then expected to end no later than its job
 * would anyway, and its spilling fits into the node's disk budget (YARN-ME, section 3.3, Algorithm
 * 1 lines 7 to 10).
 */
public final class AlgorithmOne implements ElasticPolicy {
  @Override
  public Decision<Long> decide(ElasticTask task, ElasticNode node, long jobEndMs, long nowMs) {
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
    if (jobEndMs < 0) {
      return refusal(ElasticReason.ELASTIC_END_UNKNOWN, task, node);
    }
    SizeSearch size = SizeSearch.best(task, node.freeMb());
    if (size == null) {
      return refusal(ElasticReason.ELASTIC_MODEL_UNUSABLE, task, node);
    }
    double taskEndMs = nowMs + size.runMs();
    if (!(size.diskMbPerSecond() <= node.freeDiskMbPerSecond())) {
      return with(refusal(ElasticReason.ELASTIC_DISK_BUDGET, task, node), size, taskEndMs, jobEndMs)
          .with("freeDiskMbPerSecond", node.freeDiskMbPerSecond());
    }
    if (!(taskEndMs <= jobEndMs)) {
      return with(refusal(ElasticReason.ELASTIC_NO_GAIN, task, node), size, taskEndMs, jobEndMs);
    }
    Decision<Long> placed = Decision.of(size.grantedMb(), ElasticReason.ELASTIC_PLACED);
    return with(placed.with("askedMb", task.askedMb()), size, taskEndMs, jobEndMs)
        .with("freeDiskMbPerSecond", node.freeDiskMbPerSecond());
  }

  private static Decision<Long> refusal(ElasticReason reason, ElasticTask task, ElasticNode node) {
    return Decision.<Long>of(null, reason)
        .with("askedMb", task.askedMb())
        .with("leastMb", task.leastMb())
        .with("freeMb", node.freeMb());
  }

  private static Decision<Long> with(
      Decision<Long> decision, SizeSearch size, double taskEndMs, long jobEndMs) {
    return decision
        .with("elasticMb", size.grantedMb())
        .with("taskEndMs", (long) Math.ceil(taskEndMs))
        .with("jobEndMs", jobEndMs)
        .with("diskMbPerSecond", size.diskMbPerSecond());
  }
}
