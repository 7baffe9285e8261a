// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** Result of a change or reload of settings through the {@link SettingsEndpoint}. Immutable. */
final class SettingsResult {
  /** Outcome of a change. */
  enum Outcome {
    /** The values are in effect. */
    APPLIED(200),
    /** The values would be accepted; nothing was changed. */
    ACCEPTABLE(200),
    /** At least one key or value is wrong; nothing was changed. */
    INVALID(400),
    /** A key needs a restart or has another value than expected; nothing was changed. */
    CONFLICT(409),
    /** The values are in effect, but a part of a feature could not follow. */
    INCOMPLETE(500);

    private final int status;

    Outcome(int status) {
      this.status = status;
    }

    /** Returns the HTTP status. */
    int status() {
      return status;
    }
  }

  /** A key of a feature that changed. Immutable. */
  static final class Value {
    final FeatureSettings feature;
    final String key;
    final String before;
    final String after;

    Value(FeatureSettings feature, String key, String before, String after) {
      this.feature = feature;
      this.key = key;
      this.before = before;
      this.after = after;
    }
  }

  private final Outcome outcome;
  private final List<Value> values;
  private final List<String> problems;
  private final List<String> restartNeeded;

  private SettingsResult(
      Outcome outcome,
      List<Value> values,
      Collection<String> problems,
      Collection<String> restartNeeded) {
    this.outcome = outcome;
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
    this.problems = Collections.unmodifiableList(new ArrayList<>(problems));
    this.restartNeeded = Collections.unmodifiableList(new ArrayList<>(restartNeeded));
  }

  static SettingsResult accepted(
      boolean isTrial,
      List<Value> values,
      Collection<String> restartNeeded,
      Collection<String> notFollowed) {
    Outcome done = notFollowed.isEmpty() ? Outcome.APPLIED : Outcome.INCOMPLETE;
    return new SettingsResult(
        isTrial ? Outcome.ACCEPTABLE : done, values, notFollowed, restartNeeded);
  }

  static SettingsResult refused(boolean isConflict, List<String> problems) {
    return new SettingsResult(
        isConflict ? Outcome.CONFLICT : Outcome.INVALID,
        Collections.emptyList(),
        problems,
        Collections.emptyList());
  }

  Outcome outcome() {
    return outcome;
  }

  /** Returns the keys that were changed, or would be. */
  List<Value> values() {
    return values;
  }

  /** Returns why nothing was changed, with the fixes, or which part could not follow. */
  List<String> problems() {
    return problems;
  }

  /** Returns the keys whose values in the files wait for a restart. */
  List<String> restartNeeded() {
    return restartNeeded;
  }
}
