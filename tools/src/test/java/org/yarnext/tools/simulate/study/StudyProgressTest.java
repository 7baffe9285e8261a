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
package org.yarnext.tools.simulate.study;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

public class StudyProgressTest {
  private long nowS;
  private final StringWriter text = new StringWriter();

  private StudyProgress progress(boolean terminal) {
    return new StudyProgress(
        new PrintWriter(text, true), terminal, () -> TimeUnit.SECONDS.toNanos(nowS));
  }

  @Test
  public void aLineNowAndThenSaysHowMuchIsLeft() {
    StudyProgress progress = progress(false);
    progress.planned(4);
    nowS = 29;
    progress.more(500);
    assertEquals("", text.toString());
    nowS = 60;
    progress.more(500);
    assertEquals(" 25 %, about 3:00 to go" + System.lineSeparator(), text.toString());
  }

  @Test
  public void aTerminalHasABarThatIsWipedAtTheEnd() {
    StudyProgress progress = progress(true);
    progress.planned(2);
    nowS = 1;
    progress.more(1_000);
    assertTrue(text.toString(), text.toString().startsWith("\r[###############......"));
    progress.ended();
    assertTrue(text.toString().endsWith(" \r"));
  }
}
