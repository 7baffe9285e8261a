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
package org.yarnext.common.requests;

import java.util.Set;

/** The schedulers as seen by one call. */
public interface SchedulerSet {
  /** Returns the schedulers that a host or rack belongs to; empty if unknown, never null. */
  Set<String> owners(String resourceName);

  /**
   * Returns the scheduler that gets hosts and racks of unknown owners; it is sent requests even
   * while it is unreachable.
   */
  String home();

  /**
   * Returns whether the scheduler can be sent requests and can allocate from those it has. An
   * unreachable scheduler is given up: containers that it still allocates may be in excess.
   */
  boolean isReachable(String scheduler);
}
