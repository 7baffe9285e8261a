// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import java.util.Collections;
import java.util.List;

/**
 * Result of a reload of the configuration: which keys changed, which wait for a restart, or why all
 * of it was refused.
 *
 * <p>Immutable and thread-safe.
 */
public final class ReloadResult {
  /** Outcome of a reload. */
  public enum Outcome {
    /** At least one live key changed; the new values are in effect. */
    APPLIED,
    /** No live key changed; keys that need a restart may have changed. */
    UNCHANGED,
    /** The configuration was refused; the old values stay in effect. */
    REFUSED
  }

  private final Outcome outcome;
  private final List<String> changed;
  private final List<String> restartNeeded;
  private final List<String> problems;

  private ReloadResult(
      Outcome outcome, List<String> changed, List<String> restartNeeded, List<String> problems) {
    this.outcome = outcome;
    this.changed = changed;
    this.restartNeeded = restartNeeded;
    this.problems = problems;
  }

  static ReloadResult accepted(
      List<String> changed, List<String> restartNeeded, List<String> notFollowed) {
    Outcome outcome = changed.isEmpty() ? Outcome.UNCHANGED : Outcome.APPLIED;
    return new ReloadResult(
        outcome, changed, restartNeeded, Collections.unmodifiableList(notFollowed));
  }

  static ReloadResult refused(List<String> problems) {
    return refused(problems, Collections.emptyList());
  }

  static ReloadResult refused(List<String> problems, List<String> restartNeeded) {
    return new ReloadResult(
        Outcome.REFUSED,
        Collections.emptyList(),
        Collections.unmodifiableList(restartNeeded),
        Collections.unmodifiableList(problems));
  }

  /** Returns the outcome; never null. */
  public Outcome outcome() {
    return outcome;
  }

  /** Returns the names of the live keys that changed; empty unless APPLIED; unmodifiable. */
  public List<String> changed() {
    return changed;
  }

  /**
   * Returns the names of the keys whose new value waits for a restart. If REFUSED, those for which
   * it was refused because only a restart can change them; empty if there was another reason.
   */
  public List<String> restartNeeded() {
    return restartNeeded;
  }

  /**
   * Returns the reasons for the refusal, one sentence each. If APPLIED, why parts of the feature
   * could not follow the change; empty if all did.
   */
  public List<String> problems() {
    return problems;
  }

  /** Returns one line for a log. */
  @Override
  public String toString() {
    if (outcome == Outcome.REFUSED) {
      return "REFUSED, old values stay: " + String.join(" ", problems);
    }
    return outcome
        + (changed.isEmpty() ? "" : " " + changed)
        + (problems.isEmpty() ? "" : ", not adopted everywhere: " + String.join(" ", problems))
        + (restartNeeded.isEmpty() ? "" : ", restart needed for " + restartNeeded);
  }
}
