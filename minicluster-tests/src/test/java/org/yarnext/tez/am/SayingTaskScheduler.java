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
package org.yarnext.tez.am;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hooks {@code tez.am.yarn.scheduler.class} for tests: ours, saying which tasks it holds back. */
public final class SayingTaskScheduler extends EstimatingTaskScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(SayingTaskScheduler.class);

  public SayingTaskScheduler(TaskSchedulerContext context) {
    super(context);
  }

  @Override
  protected boolean isHeldBack(Object task, ContainerId idle) {
    boolean held = super.isHeldBack(task, idle);
    if (held) {
      LOG.info("Held back {}", task);
    }
    return held;
  }
}
