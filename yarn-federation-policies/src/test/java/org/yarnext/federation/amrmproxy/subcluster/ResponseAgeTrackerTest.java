// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.subcluster;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.junit.Test;

public class ResponseAgeTrackerTest {
  private static final SubClusterId A = SubClusterId.newInstance("a");
  private static final SubClusterId B = SubClusterId.newInstance("b");

  private final AtomicLong nanos = new AtomicLong(-5);
  private final ResponseAgeTracker ages = new ResponseAgeTracker(nanos::get);

  private void pass(long ms) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  @Test
  public void ageIsThatOfTheLongestSilentSubCluster() {
    assertEquals("nobody is called", 0, ages.oldestMs());
    ages.answered(A);
    pass(1_000);
    ages.answered(B);
    pass(500);
    ages.called(Arrays.asList(A, B));
    assertEquals(1_500, ages.oldestMs());
    ages.answered(A);
    assertEquals(500, ages.oldestMs());
  }

  @Test
  public void ageGrowsWithoutResponsesAndIsResetByAResponse() {
    ages.answered(A);
    for (int minute = 0; minute < 10; minute++) {
      pass(59_000);
      ages.called(Collections.singleton(A));
    }
    assertEquals(590_000, ages.oldestMs());
    ages.answered(A);
    assertEquals(0, ages.oldestMs());
  }

  @Test
  public void unusedSubClusterIsForgotten() {
    ages.answered(A);
    pass(59_999);
    ages.answered(B);
    ages.called(Collections.singleton(A));
    assertEquals("it is in use", 59_999, ages.oldestMs());
    pass(60_000);
    ages.answered(SubClusterId.newInstance("c"));
    ages.called(Collections.singleton(A));
    assertEquals(0, ages.oldestMs());
  }

  @Test
  public void subClusterThatIsNotCalledHasNoAge() {
    ages.answered(A);
    ages.called(Collections.singleton(A));
    pass(59_999);
    assertEquals(59_999, ages.oldestMs());
    pass(1);
    assertEquals(0, ages.oldestMs());
  }
}
