// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import java.io.IOException;

/**
 * Thrown if a file is not a valid history. This is permanent; other read failures may be temporary.
 */
public final class CorruptHistoryException extends IOException {
  private static final long serialVersionUID = 1;

  CorruptHistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
