// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

/**
 * Reason for a decision of a policy: a stable code for machines and one sentence for people.
 *
 * <p>Implemented by enums, one for each policy family. Codes are upper-case with underscores,
 * unique within a feature, and keep their meaning between releases, since metric names and
 * dashboards are made of them. Implementations are immutable and thread-safe.
 */
public interface DecisionReason {
  /**
   * Returns the machine-readable code, such as {@code SHED_WAIT_LIMIT}; never null or empty. By
   * default it is the name of the enum constant.
   */
  default String code() {
    return ((Enum<?>) this).name();
  }

  /** Returns one sentence for an operator, without numbers (those are the decision's inputs). */
  String text();

  /**
   * Returns one sentence that says what stock YARN does in the same situation; empty if it does the
   * same. In shadow mode stock's action is the one taken.
   */
  default String stock() {
    return "";
  }
}
