// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

/**
 * The Router's decision on the submission of a gang job: stock starts it, it waits for its quota,
 * or it is refused with a reason. Immutable.
 */
final class GangSubmissionDecision {
  /** Stock starts the job. */
  static final GangSubmissionDecision PASSES = new GangSubmissionDecision(null);

  /** The job waits, and is stored. */
  static final GangSubmissionDecision WAITS = new GangSubmissionDecision(null);

  private final String refusal;

  GangSubmissionDecision(String refusal) {
    this.refusal = refusal;
  }

  /** Returns the error message for the client; null unless the job is refused. */
  String refusal() {
    return refusal;
  }
}
