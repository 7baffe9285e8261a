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
package org.yarnext.mercury.rm;

import java.util.Objects;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;

/** A queue with the default node label that it had. Immutable. */
final class QueueLabelSnapshot {
  private final Queue queue;
  private final String label;

  /**
   * Takes a snapshot.
   *
   * @param queue null if unknown
   */
  QueueLabelSnapshot(Queue queue) {
    this.queue = queue;
    this.label = label(queue);
  }

  /** Returns whether a queue, null if unknown, is the same and has the same default label. */
  boolean is(Queue now) {
    return now == queue && Objects.equals(label, label(now));
  }

  private static String label(Queue queue) {
    return queue == null ? null : queue.getDefaultNodeLabelExpression();
  }
}
