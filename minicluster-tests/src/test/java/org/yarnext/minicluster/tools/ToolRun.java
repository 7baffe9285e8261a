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
package org.yarnext.minicluster.tools;

import static org.junit.Assert.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.yarnext.tools.Yarnext;

/** Runs the command line in this process. */
final class ToolRun {
  private ToolRun() {}

  /** All that it said, if it ended well. */
  static String done(String... args) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    int status = Yarnext.run(writer, writer, args);
    assertEquals(said.toString(), Yarnext.DONE, status);
    return said.toString();
  }
}
