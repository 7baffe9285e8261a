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
package org.yarnext.tools.simulate.world.mercury;

import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;

/** Order in which the ResourceManager of 3.4.2 sorts nodes by their load. */
enum NodeLoadOrder {
  /** By the length of the queue alone: a full node without a queue is as good as an idle one. */
  QUEUE_LENGTH,
  /** By the length of the queue, then by free room, which what is placed takes before it queues. */
  QUEUE_LENGTH_THEN_RESOURCES,
  /** By the wait that nodes report; stock's report none, and would get nothing. */
  QUEUE_WAIT_TIME;

  /**
   * What stock goes by. An operator of Mercury has QUEUE_WAIT_TIME set, with which stock places
   * nothing: it has its default instead.
   */
  static NodeLoadOrder ofStock(Configuration conf) {
    String key = YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR;
    String text =
        conf.getTrimmed(key, YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_LOAD_COMPARATOR);
    for (NodeLoadOrder order : values()) {
      if (order.name().equals(text)) {
        return order == QUEUE_WAIT_TIME ? QUEUE_LENGTH : order;
      }
    }
    throw new SimulationException(
        key + "=" + text + " is none of " + Arrays.toString(values()) + ": correct it");
  }
}
