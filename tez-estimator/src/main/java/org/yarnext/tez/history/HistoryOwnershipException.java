// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import java.io.IOException;

/**
 * Thrown if other users could have written a history, because its directory or file is not
 * exclusive to its user; it is then ignored.
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
