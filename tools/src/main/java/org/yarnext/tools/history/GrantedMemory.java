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
package org.yarnext.tools.history;

import java.util.Collection;

/**
 * How much less than asked for the containers of one class of tasks were given in one run.
 * Immutable.
 *
 * <p>A history has only what the job asked for. The scheduler may have rounded that up, so the
 * largest container of the class counts as one of full size.
 */
final class GrantedMemory {
  private final ResourceManagerLog log;
  private final long fullMb;
  private final boolean complete;

  /**
   * @param askedMb as the job's configuration has it
   * @param containers of all the tasks of the class
   */
  GrantedMemory(ResourceManagerLog log, long askedMb, Collection<String> containers) {
    this.log = log;
    long largest = askedMb;
    boolean all = true;
    for (String container : containers) {
      long granted = log.grantedMb(container);
      largest = Math.max(largest, granted);
      all &= granted > 0;
    }
    this.fullMb = largest;
    this.complete = all;
  }

  /** Whether it is known of every container. */
  boolean complete() {
    return complete;
  }

  /** What a container of full size has, in MB: what was asked for, rounded up by the scheduler. */
  long fullMb() {
    return fullMb;
  }

  /** In MB; 0 if it was given all or if that is not known. */
  long lostMb(String container) {
    long granted = log.grantedMb(container);
    return granted <= 0 ? 0 : fullMb - granted;
  }
}
