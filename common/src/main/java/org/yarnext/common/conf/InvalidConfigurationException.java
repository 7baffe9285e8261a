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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Thrown if a feature's configuration is refused; lists every problem with its fix.
 *
 * <p>Immutable and thread-safe. Whoever catches it leaves the feature off and logs the message.
 */
public final class InvalidConfigurationException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> problems;

  /**
   * Creates the exception for a refused configuration.
   *
   * @param feature the feature that stays off; not null
   * @param problems one sentence each; not null, not empty
   */
  public InvalidConfigurationException(String feature, List<String> problems) {
    super("Feature " + feature + " stays off: " + String.join(" ", problems));
    this.problems = new ArrayList<>(problems);
  }

  /** Returns the problems, one sentence each, in the order found; unmodifiable, never empty. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
