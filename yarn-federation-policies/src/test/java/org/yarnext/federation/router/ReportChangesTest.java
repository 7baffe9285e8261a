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
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.Test;

public class ReportChangesTest {
  private long nowNanos = Long.MAX_VALUE - 10;
  private final ReportChanges<String> ages = new ReportChanges<>(() -> nowNanos);

  @Test
  public void aReportIsAsOldAsItHasNotChangedWhateverItSays() {
    long dayBehind = 1L;
    assertEquals("new", 0, ages.ageMs("a", dayBehind));
    nowNanos += TimeUnit.SECONDS.toNanos(7);
    assertEquals(7_000, ages.ageMs("a", dayBehind));
    assertEquals("of its own", 0, ages.ageMs("b", dayBehind));
    assertEquals("a clock that was put back reports, too", 0, ages.ageMs("a", dayBehind - 1));
    nowNanos += TimeUnit.SECONDS.toNanos(2);
    assertEquals(2_000, ages.ageMs("a", dayBehind - 1));
    assertEquals(0, ages.ageMs("c", null));
  }
}
