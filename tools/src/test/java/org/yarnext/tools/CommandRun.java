/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools;

import java.io.PrintWriter;
import java.io.StringWriter;

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
