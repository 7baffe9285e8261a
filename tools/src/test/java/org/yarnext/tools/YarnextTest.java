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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class YarnextTest {
  @Test
  public void withoutACommandItSaysWhichThereAre() {
    CommandRun run = CommandRun.of();
    assertEquals(Yarnext.MISUSED, run.status);
    assertTrue(run.err, run.err.contains("explain") && run.err.contains("profile"));
  }

  @Test
  public void anUnknownCommandOrOptionIsMisuse() {
    assertEquals(Yarnext.MISUSED, CommandRun.of("explore").status);
    assertEquals(Yarnext.MISUSED, CommandRun.of("explain", "--deamon", "rm:8088").status);
  }

  @Test
  public void helpIsNoFailure() {
    for (String command :
        new String[] {"explain", "federation", "install", "profile", "uninstall", "upgrade"}) {
      CommandRun run = CommandRun.of(command, "--help");
      assertEquals(run.toString(), Yarnext.DONE, run.status);
      assertTrue(run.out, run.out.contains("Ends with 0"));
    }
  }
}
