// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Locale;

/** A problem that a tool has found, with its place and fix. Immutable. */
public final class Finding {
  /** Severity of a finding. */
  public enum Severity {
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

  /** Returns a finding of any severity. */
  public static Finding of(Severity severity, String place, String problem, String fix) {
    return new Finding(severity, place, problem, fix);
  }

  public static Finding error(String place, String problem, String fix) {
    return new Finding(Severity.ERROR, place, problem, fix);
  }

  public static Finding warning(String place, String problem, String fix) {
    return new Finding(Severity.WARNING, place, problem, fix);
  }

  public static Finding note(String place, String problem, String fix) {
    return new Finding(Severity.NOTE, place, problem, fix);
  }

  public Severity severity() {
    return severity;
  }

  /** Returns the place of the problem: {@code file:key}, a daemon, or a path. */
  public String place() {
    return place;
  }

  public String problem() {
    return problem;
  }

  public String fix() {
    return fix;
  }

  /** Returns the exit code of a tool with these findings: 2 with an error, 1 with a warning. */
  public static int status(Collection<Finding> findings) {
    int status = 0;
    for (Finding finding : findings) {
      if (finding.severity() == Severity.ERROR) {
        return 2;
      }
      status = finding.severity() == Severity.WARNING ? 1 : status;
    }
    return status;
  }

  /** Adds the finding to a JSON array. */
  public void write(ArrayNode array) {
    ObjectNode one = array.addObject();
    one.put("severity", severity.name().toLowerCase(Locale.ROOT));
    one.put("place", place);
    one.put("problem", problem);
    one.put("fix", fix);
  }

  /** Returns the finding in one line that is safe to print, though daemons may have written it. */
  @Override
  public String toString() {
    String line = severity + " " + place + ": " + problem + " Fix: " + fix;
    return TerminalText.of(line.replaceAll("\\s+", " "));
  }
}
