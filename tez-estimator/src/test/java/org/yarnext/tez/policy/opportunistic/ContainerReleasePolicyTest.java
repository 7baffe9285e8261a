// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

/** Containers that are released although their nodes were asked to stop them. */
public class ContainerReleasePolicyTest {
  private final ContainerReleasePolicy<String> stops = new ContainerReleasePolicy<>();

  @Test
  public void endedContainerIsNeverReleased() {
    stops.begin("a", 1_000);
    assertFalse("not yet", stops.isReleaseDeferred("a"));
    assertTrue(stops.deferRelease("a"));
    assertTrue(stops.isReleaseDeferred("a"));
    stops.ended("a");
    assertFalse(stops.isReleaseDeferred("a"));
    assertEquals(Collections.emptyList(), stops.overdue(Long.MAX_VALUE));
  }

  @Test
  public void containerThatDoesNotEndIsReleasedOnceAfterTenSeconds() {
    stops.begin("a", 1_000);
    stops.begin("b", 1_500);
    stops.deferRelease("a");
    stops.deferRelease("b");
    assertEquals(Collections.emptyList(), stops.overdue(10_999));
    assertEquals(Collections.singletonList("a"), stops.overdue(11_000));
    assertEquals(Collections.singletonList("b"), stops.overdue(90_000));
    assertFalse("a later release is told", stops.deferRelease("a"));
  }

  @Test
  public void containerIsReleasedAtOnceIfItsNodeCannotBeAsked() {
    for (String container : Arrays.asList("a", "b")) {
      stops.begin(container, 1_000);
      stops.deferRelease(container);
    }
    stops.failed("a");
    stops.failed("unknown");
    assertEquals(Collections.singletonList("a"), stops.overdue(1_000));
  }

  @Test
  public void otherReleaseIsNotHeldBack() {
    assertFalse(stops.deferRelease("a"));
    assertFalse(stops.isReleaseDeferred("a"));
  }

  @Test
  public void containerThatWasNotReleasedIsForgotten() {
    stops.begin("a", 1_000);
    assertEquals(Collections.emptyList(), stops.overdue(11_000));
    assertFalse(stops.deferRelease("a"));
  }
}
