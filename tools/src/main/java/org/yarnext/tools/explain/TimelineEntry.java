// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A feature's decision or a report of YARN itself, with its time. Immutable. */
final class TimelineEntry {
  private final String daemon;
  private final String feature;
  private final long timeMs;
  private final String subject;
  private final String reason;
  private final String text;
  private final boolean isShadow;
  private final Map<String, Object> inputs;

  private TimelineEntry(
      String daemon,
      String feature,
      long timeMs,
      String subject,
      String reason,
      String text,
      boolean isShadow,
      Map<String, Object> inputs) {
    this.daemon = daemon;
    this.feature = feature;
    this.timeMs = timeMs;
    this.subject = subject;
    this.reason = reason;
    this.text = text;
    this.isShadow = isShadow;
    this.inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  /**
   * Returns a decision.
   *
   * @param daemon kind and address of the daemon
   * @param feature the part of a feature that decided, such as {@code MercuryDecisions}
   * @param timeMs in ms since the epoch
   * @param isApplied false if the feature was in shadow mode
   * @param inputs in order, values being Long, Double or String; copied
   */
  static TimelineEntry decision(
      String daemon,
      String feature,
      long timeMs,
      String subject,
      String reason,
      String text,
      boolean isApplied,
      Map<String, Object> inputs) {
    return new TimelineEntry(daemon, feature, timeMs, subject, reason, text, !isApplied, inputs);
  }

  /**
   * Returns what YARN reports of an application, an attempt or a container.
   *
   * @param source the daemon or the log that has it, for people
   * @param code a stable code, such as {@code CONTAINER_ALLOCATED}
   * @param inputs in order, values being Long, Double or String; copied
   */
  static TimelineEntry ofYarn(
      String source,
      long timeMs,
      String subject,
      String code,
      String text,
      Map<String, Object> inputs) {
    return new TimelineEntry(source, null, timeMs, subject, code, text, false, inputs);
  }

  /** Returns a copy with another time. */
  TimelineEntry at(long newTimeMs) {
    return new TimelineEntry(daemon, feature, newTimeMs, subject, reason, text, isShadow, inputs);
  }

  /** Returns whether YARN reports it; otherwise it is a decision of a feature. */
  boolean isOfYarn() {
    return feature == null;
  }

  /** Returns kind and address of the daemon, such as {@code NodeManager node7:8042}. */
  String daemon() {
    return daemon;
  }

  /** Returns the part of a feature that decided; null if YARN reports it. */
  String feature() {
    return feature;
  }

  long timeMs() {
    return timeMs;
  }

  String subject() {
    return subject;
  }

  /** Returns the code of the reason or of YARN's event. */
  String reason() {
    return reason;
  }

  String text() {
    return text;
  }

  /** Returns whether the feature was in shadow mode, so that stock's behaviour was not changed. */
  boolean isShadow() {
    return isShadow;
  }

  /** Returns the numbers of the decision in order, values being Long, Double or String. */
  Map<String, Object> inputs() {
    return inputs;
  }

  /** Returns an input as text; empty if it is absent. */
  String input(String name) {
    return String.valueOf(inputs.getOrDefault(name, ""));
  }
}
