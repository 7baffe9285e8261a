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
package org.yarnext.tez.am.container;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.app.dag.TaskAttempt;
import org.apache.tez.dag.records.TezTaskAttemptID;

/**
 * Tracks which attempt was the first that each container ran, of any vertex and DAG. Bounded; every
 * event may come twice. Thread-safe.
 */
public final class FirstAttemptTracker {
  private static final int REMEMBERED = 100_000;

  private final Map<ContainerId, TezTaskAttemptID> firsts =
      new LinkedHashMap<ContainerId, TezTaskAttemptID>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ContainerId, TezTaskAttemptID> eldest) {
          return size() > REMEMBERED;
        }
      };
  private boolean usedAgain;

  /**
   * Records that an attempt runs in a container, after all earlier ones.
   *
   * @param container null if unknown
   * @return whether it is the first; false if the container is unknown
   */
  public synchronized boolean isFirst(ContainerId container, TezTaskAttemptID attempt) {
    if (container == null) {
      return false;
    }
    TezTaskAttemptID first = firsts.putIfAbsent(container, attempt);
    boolean is = first == null || first.equals(attempt);
    usedAgain |= !is;
    return is;
  }

  /**
   * Records that an attempt runs in the container that Tez assigned to it.
   *
   * @param attempt false if null
   */
  public boolean isFirst(TaskAttempt attempt) {
    return attempt != null && isFirst(attempt.getAssignedContainerID(), attempt.getTaskAttemptID());
  }

  /** Returns whether any container has run a second task, so that a later one may do so as well. */
  public synchronized boolean usedAgain() {
    return usedAgain;
  }
}
