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
package org.yarnext.federation.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.Test;

public class ReportAgeTrackerTest {
  private long nowNanos = Long.MAX_VALUE - 10;
  private final ReportAgeTracker<String> ages = new ReportAgeTracker<>(() -> nowNanos);

  private void later(long seconds) {
    nowNanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private static void assertAge(long minMs, long maxMs, ReportAgeTracker.Age age) {
    assertEquals(minMs, age.minMs());
    assertEquals(maxMs, age.maxMs());
  }

  @Test
  public void aReportIsAsOldAsItHasNotChangedWhateverItSays() {
    long dayBehind = 1L;
    ReportAgeTracker.Age found = ages.look("a", dayBehind);
    later(7);
    assertAge(7_000, Long.MAX_VALUE, ages.look("a", dayBehind));
    assertFalse("it may be older", found.isFresh(8_000));
    assertTrue(found.isStale(6_000));
    assertAge(0, Long.MAX_VALUE, ages.look("b", dayBehind));
    later(3);
    ReportAgeTracker.Age changed = ages.look("a", dayBehind - 1);
    assertAge(0, 3_000, changed);
    later(2);
    assertAge(2_000, 5_000, ages.look("a", dayBehind - 1));
    assertTrue(changed.isFresh(5_000));
    assertFalse("it may have come right after the look before", changed.isFresh(4_999));
    assertFalse("or right before this one", changed.isStale(2_000));
    assertTrue(changed.isStale(1_999));
  }

  @Test
  public void whatIsFoundIsAsOldAsTheClockThatStampedItSays() {
    assertAge(9_000, 9_000, ages.look("a", null, () -> 9_000));
    later(1);
    assertAge(10_000, 10_000, ages.look("a", null, () -> 0));
    assertAge(0, 0, ages.look("a", "other", () -> 9_000));
  }
}
