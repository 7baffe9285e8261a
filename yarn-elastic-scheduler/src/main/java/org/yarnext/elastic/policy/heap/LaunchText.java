// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
