// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.identity;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Id of an attempt of a Tez task: application, DAG, vertex, task and number, as in {@code
 * attempt_1_0001_2_03_000004_0}. Immutable.
 */
public final class TezAttemptId {
  private static final Pattern ID =
      Pattern.compile("attempt_(\\d{1,19}_\\d{1,10})_(\\d{1,9})_(\\d{1,9})_(\\d{1,9})_(\\d{1,9})");

  private final String id;
  private final MatchResult fields;

  private TezAttemptId(String id, MatchResult fields) {
    this.id = id;
    this.fields = fields;
  }

  /**
   * Parses an attempt id.
   *
   * @param id any text
   * @return null if it is not an attempt id
   */
  public static TezAttemptId parse(String id) {
    Matcher fields = ID.matcher(id);
    return fields.matches() ? new TezAttemptId(id, fields.toMatchResult()) : null;
  }

  /** Returns the application's id, such as {@code application_1_0001}. */
  public String application() {
    return "application_" + fields.group(1);
  }

  /** Returns the number of the DAG in its application; later DAGs have larger numbers. */
  public int dag() {
    return number(2);
  }

  /** Returns vertex, task and attempt number within the DAG, such as {@code 3_4_0}. */
  public String place() {
    return number(3) + "_" + number(4) + "_" + number(5);
  }

  private int number(int field) {
    return Integer.parseInt(fields.group(field));
  }

  /** Returns the attempt's vertex as a phase, such as {@code application_1_0001/VERTEX_2_03}. */
  public JobPhase phase() {
    return new JobPhase(application(), "VERTEX_" + fields.group(2) + "_" + fields.group(3));
  }

  /** Returns the id as Tez writes it. */
  @Override
  public String toString() {
    return id;
  }
}
