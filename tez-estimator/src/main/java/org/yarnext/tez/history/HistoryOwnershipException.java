// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import java.io.IOException;

/**
 * Thrown if a directory or file of histories is not exclusive to its user, so that nothing of it is
 * used.
 */
public final class HistoryOwnershipException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message names the problem and the fix
   */
  HistoryOwnershipException(String message) {
    super(message);
  }
}
