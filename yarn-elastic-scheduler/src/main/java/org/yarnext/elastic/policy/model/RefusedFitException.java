// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model;

/**
 * Thrown if no model can be fitted to the runs; the message says why, and what to measure or
 * correct.
 */
public final class RefusedFitException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedFitException(String message) {
    super(message);
  }
}
