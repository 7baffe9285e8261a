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
package org.yarnext.minicluster.report;

import java.io.PrintStream;

/** Lines on the terminal; one of them may change while work goes on. */
public final class Progress {

  private final PrintStream out;
  private final boolean terminal;
  private int width;

  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Of a process whose terminal, if any, bin/yarnext has found. */
  public static Progress onStandardOutput() {
    return new Progress(System.out, Boolean.getBoolean("yarnext.terminal"));
  }

  /** Says something for good. */
  public synchronized void say(String line) {
    clear();
    out.println(line);
  }

  /** Replaces the changing line; silent where lines cannot be rewritten. */
  public synchronized void update(String line) {
    if (terminal) {
      clear();
      out.print(line);
      out.flush();
      width = line.length();
    }
  }

  private void clear() {
    if (width > 0) {
      StringBuilder blank = new StringBuilder("\r");
      for (int i = 0; i < width; i++) {
        blank.append(' ');
      }
      out.print(blank.append('\r'));
      width = 0;
    }
  }
}
