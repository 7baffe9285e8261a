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
