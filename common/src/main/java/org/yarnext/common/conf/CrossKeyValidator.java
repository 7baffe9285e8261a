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
package org.yarnext.common.conf;

/**
 * Validator that checks whether values that are fine one by one also fit together.
 *
 * <p>Called once a read or reload, from the reading thread; must be pure and quick.
 */
@FunctionalInterface
public interface CrossKeyValidator {
  /**
   * Checks a complete set of values.
   *
   * @param settings every value, each within its own bounds; not null
   * @return null or empty if satisfied, else one sentence naming the keys, their values and the
   *     fix, such as {@code yarn.mercury.queue.low=90 is not below yarn.mercury.queue.high=85:
   *     lower it or remove it.}
   */
  String violation(ConfigurationSnapshot settings);
}
