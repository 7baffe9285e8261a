// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.yarnext.tools.cli.Yarnext;

/** One run of the command line in this process, and what it said. */
public final class CommandRun {
  public final int status;
  public final String out;
  public final String err;

  private CommandRun(int status, String out, String err) {
    this.status = status;
    this.out = out;
    this.err = err;
  }

  public static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Yarnext.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new CommandRun(status, out.toString(), err.toString());
  }

  @Override
  public String toString() {
    return "status " + status + "\n" + out + "\n" + err;
  }
}
