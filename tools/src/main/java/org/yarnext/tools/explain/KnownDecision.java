// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One decision that a daemon remembers. Immutable. */
final class KnownDecision {
  private final String daemon;
  private final String feature;
  private final long timeMs;
  private final String subject;
  private final String reason;
  private final String text;
  private final boolean applied;
  private final Map<String, String> inputs;

  /**
   * @param daemon name of the daemon as the user gave it
   * @param feature the part of a feature that decided, such as {@code MercuryDecisions}
   * @param timeMs in ms since the epoch
   * @param inputs in order; copied
   */
  KnownDecision(
      String daemon,
      String feature,
      long timeMs,
      String subject,
      String reason,
      String text,
      boolean applied,
      Map<String, String> inputs) {
    this.daemon = daemon;
    this.feature = feature;
    this.timeMs = timeMs;
    this.subject = subject;
    this.reason = reason;
    this.text = text;
    this.applied = applied;
    this.inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  /** Returns a copy with another time. */
  KnownDecision at(long newTimeMs) {
    return new KnownDecision(daemon, feature, newTimeMs, subject, reason, text, applied, inputs);
  }

  String daemon() {
    return daemon;
  }

  String feature() {
    return feature;
  }

  long timeMs() {
    return timeMs;
  }

  String subject() {
    return subject;
  }

  String reason() {
    return reason;
  }

  String text() {
    return text;
  }

  /** Returns false if the feature was in shadow mode. */
  boolean applied() {
    return applied;
  }

  Map<String, String> inputs() {
    return inputs;
  }
}
