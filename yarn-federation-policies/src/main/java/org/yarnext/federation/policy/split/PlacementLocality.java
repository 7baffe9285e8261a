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
package org.yarnext.federation.policy.split;

/** The locality of a granted container: Hydra's quality of placement (4.1.1). */
public enum PlacementLocality {
  /** On a host that was asked for. */
  HOST,
  /** In a rack that was asked for, not on such a host. */
  RACK,
  /** In neither, though some were asked for. */
  FAR,
  /** Nothing was asked for but anywhere. */
  NO_PREFERENCE
}
