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
package org.yarnext.orchestrator.policy;

/** State of a task that tells whether something holds it back from using more of a resource. */
public enum ResourcePressure {
  /** The task could use more at once, because the resource is idle. */
  NONE,
  /** The task is throttled, at its limit, or on a node that is fully used. */
  HELD_BACK,
  /** The kernel does not report pressure. */
  UNKNOWN
}
