// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

/** Thrown if a tool cannot do its work; the message tells an operator why, and the fix. */
public class ToolException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isMisuse;

  public ToolException(String message) {
    this(message, null);
  }

  public ToolException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private ToolException(String message, Throwable cause, boolean isMisuse) {
    super(message, cause);
    this.isMisuse = isMisuse;
  }

  /** Returns an exception for a wrong command line. */
  public static ToolException misuse(String message) {
    return new ToolException(message, null, true);
  }

  /** Returns whether the command line is wrong, for {@link ExitCode#MISUSED}. */
  public boolean isMisuse() {
    return isMisuse;
  }
}
