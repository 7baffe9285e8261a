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
package org.yarnext.common.guard;

/** State of a {@link Guard}: whether it calls feature code. */
public enum GuardState {
  /** Feature code runs at every call. */
  HEALTHY,
  /** The cool-down is over: the next call is a trial, or a trial is running now. */
  HALF_OPEN,
  /** Feature code does not run; every call gets stock behaviour at once. */
  TRIPPED
}
