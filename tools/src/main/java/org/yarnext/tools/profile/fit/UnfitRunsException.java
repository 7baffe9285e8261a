// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

/**
 * Thrown if no profile can be made of the measured runs; the message says why, and what to run
 * instead.
 */
final class UnfitRunsException extends Exception {
  private static final long serialVersionUID = 1L;

  UnfitRunsException(String message) {
    super(message);
  }
}
