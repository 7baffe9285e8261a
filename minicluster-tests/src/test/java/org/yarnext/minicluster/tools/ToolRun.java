// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import static org.junit.Assert.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/** Runs the command line in this process. */
final class ToolRun {
  private ToolRun() {}

  /** All that it said, if it ended well. */
  static String done(String... args) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    int status = Yarnext.run(writer, writer, args);
    assertEquals(said.toString(), ExitCode.DONE, status);
    return said.toString();
  }
}
