// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

/** The decision on a submission: stock starts it, it waits, or it is refused. Immutable. */
final class GangSubmissionDecision {
  /** Stock's business. */
  static final GangSubmissionDecision PASSES = new GangSubmissionDecision(null);

  /** It waits, and is durable. */
  static final GangSubmissionDecision WAITS = new GangSubmissionDecision(null);

  private final String refusal;

  GangSubmissionDecision(String refusal) {
    this.refusal = refusal;
  }

  /** What to tell the client, if it may not wait; null if it waits, and is durable. */
  String refusal() {
    return refusal;
  }
}
