// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

/** Thrown if a daemon's web server answers with an HTTP status other than 200. */
public final class DaemonStatusException extends ToolException {
  private static final long serialVersionUID = 1L;

  private final int status;

  DaemonStatusException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Returns the HTTP status, such as 404. */
  public int status() {
    return status;
  }
}
