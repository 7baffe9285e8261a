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
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

/** Which containers are released although their nodes were asked to stop them. */
public class ContainerReleasePolicyTest {
  private final ContainerReleasePolicy<String> stops = new ContainerReleasePolicy<>();

  @Test
  public void whatEndsIsNeverReleased() {
    stops.begin("a", 1_000);
    assertFalse("not yet", stops.isHeldBack("a"));
    assertTrue(stops.holdsBack("a"));
    assertTrue(stops.isHeldBack("a"));
    stops.ended("a");
    assertFalse(stops.isHeldBack("a"));
    assertEquals(Collections.emptyList(), stops.overdue(Long.MAX_VALUE));
  }

  @Test
  public void whatDoesNotEndIsReleasedAfterTenSecondsOnce() {
    stops.begin("a", 1_000);
    stops.begin("b", 1_500);
    stops.holdsBack("a");
    stops.holdsBack("b");
    assertEquals(Collections.emptyList(), stops.overdue(10_999));
    assertEquals(Collections.singletonList("a"), stops.overdue(11_000));
    assertEquals(Collections.singletonList("b"), stops.overdue(90_000));
    assertFalse("a later release is told", stops.holdsBack("a"));
  }

  @Test
  public void ofWhichTheNodeCouldNotBeAskedIsReleasedAtOnce() {
    for (String container : Arrays.asList("a", "b")) {
      stops.begin(container, 1_000);
      stops.holdsBack(container);
    }
    stops.failed("a");
    stops.failed("unknown");
    assertEquals(Collections.singletonList("a"), stops.overdue(1_000));
  }

  @Test
  public void whatIsReleasedOtherwiseIsTold() {
    assertFalse(stops.holdsBack("a"));
    assertFalse(stops.isHeldBack("a"));
  }

  @Test
  public void whatWasNeverReleasedIsForgotten() {
    stops.begin("a", 1_000);
    assertEquals(Collections.emptyList(), stops.overdue(11_000));
    assertFalse(stops.holdsBack("a"));
  }
}
