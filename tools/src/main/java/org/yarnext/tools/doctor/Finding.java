// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

/** One thing that is wrong, where, and how to mend it. Immutable. */
final class Finding {
  /** Severity of a finding. */
  enum Severity {
    /** A daemon does not start, or a feature stays off. */
    ERROR,
    /** A setting has another effect than it seems to have, or none. */
    WARNING,
    /** For information only. */
    NOTE
  }

  private final Severity severity;
  private final String place;
  private final String problem;
  private final String fix;

  private Finding(Severity severity, String place, String problem, String fix) {
    this.severity = severity;
    this.place = place;
    this.problem = problem;
    this.fix = fix;
  }

  static Finding error(String place, String problem, String fix) {
    return new Finding(Severity.ERROR, place, problem, fix);
  }

  static Finding warning(String place, String problem, String fix) {
    return new Finding(Severity.WARNING, place, problem, fix);
  }

  static Finding note(String place, String problem, String fix) {
    return new Finding(Severity.NOTE, place, problem, fix);
  }

  Severity severity() {
    return severity;
  }

  /** Returns the place of the problem: {@code file:key}, a daemon, or a path. */
  String place() {
    return place;
  }

  String problem() {
    return problem;
  }

  String fix() {
    return fix;
  }

  /** Returns the finding in one line. */
  @Override
  public String toString() {
    return (severity + " " + place + ": " + problem + " Fix: " + fix).replaceAll("\\s+", " ");
  }
}
