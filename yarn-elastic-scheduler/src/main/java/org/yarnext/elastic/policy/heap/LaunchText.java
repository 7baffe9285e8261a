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
package org.yarnext.elastic.policy.heap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The launch command of a container in parts, and its environment. Immutable. */
public final class LaunchText {
  private final List<String> commands;
  private final Map<String, String> environment;

  /**
   * Copies both arguments.
   *
   * @param commands the parts of one command, joined by spaces when it is run; null for none
   * @param environment null for none
   */
  public LaunchText(List<String> commands, Map<String, String> environment) {
    this.commands =
        commands == null
            ? Collections.emptyList()
            : Collections.unmodifiableList(new ArrayList<>(commands));
    this.environment =
        environment == null
            ? Collections.emptyMap()
            : Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** Returns the parts of the command; unmodifiable, never null. */
  public List<String> commands() {
    return commands;
  }

  /** Returns the environment; unmodifiable, never null. */
  public Map<String, String> environment() {
    return environment;
  }

  /** Returns the variable's value; empty if it is not set. */
  String variable(String name) {
    String value = environment.get(name);
    return value == null ? "" : value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LaunchText
        && commands.equals(((LaunchText) other).commands)
        && environment.equals(((LaunchText) other).environment);
  }

  @Override
  public int hashCode() {
    return 31 * commands.hashCode() + environment.hashCode();
  }

  @Override
  public String toString() {
    return commands + " " + environment;
  }
}
