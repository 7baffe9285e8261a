// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

/** Exit codes of the commands. */
public final class ExitCode {
  /** The command succeeded. */
  public static final int DONE = 0;

  /** The command failed or found nothing. */
  public static final int FAILED = 1;

  /** The command line was wrong. */
  public static final int MISUSED = 2;

  private ExitCode() {}
}
