// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/**
 * Snapshots of the containers of an application, which are made again only after a change, and
 * containers that a failed call was to release.
 */
public class LiveContainerTrackerTest {
  private static final int CONTAINERS = 8;

  @Test
  public void nothingIsEncodedTwice() {
    LiveContainerTracker<Integer> live = new LiveContainerTracker<>();
    AtomicInteger encoded = new AtomicInteger();
    for (int id = 0; id < CONTAINERS; id++) {
      live.granted(id, 1, id % 2 == 0);
    }
    for (int call = 0; call < 3; call++) {
      live.answered();
      live.granted(0, 1, true);
      snapshot(live, encoded);
    }
    assertEquals("for each of the two snapshots", 2 * CONTAINERS, encoded.get());
  }

  @Test
  public void containersRunOnIfTheCallThatReleasesThemFails() {
    LiveContainerTracker<Integer> live = new LiveContainerTracker<>();
    live.granted(1, 1, true);
    live.granted(2, 1, false);
    live.answered();
    live.released(Arrays.asList(1, 2, 3));
    assertEquals(0, live.opportunistic() + live.guaranteed());
    live.released(Collections.emptyList());
    assertEquals(1, live.opportunistic());
    assertEquals(1, live.guaranteed());
    assertEquals(LiveContainerTracker.Seen.KNOWN, live.granted(1, 1, true));
    live.released(Collections.singletonList(1));
    live.answered();
    live.released(Collections.emptyList());
    assertEquals("that call went well", 0, live.opportunistic());
    assertEquals(LiveContainerTracker.Seen.ENDED_BEFORE, live.granted(1, 1, true));
    assertEquals(1, live.guaranteed());
  }

  /** After any events a snapshot equals one that is made from scratch. */
  @Test
  public void snapshotIsNeverOutOfDate() {
    for (long seed = 0; seed < 2_000; seed++) {
      LiveContainerTracker<Integer> often = new LiveContainerTracker<>();
      LiveContainerTracker<Integer> once = new LiveContainerTracker<>();
      Random random = new Random(seed);
      int steps = 1 + random.nextInt(20);
      for (int i = 0; i < steps; i++) {
        int event = random.nextInt(7);
        int id = random.nextInt(CONTAINERS);
        boolean asOpportunistic = random.nextBoolean();
        happens(often, event, id, asOpportunistic);
        happens(once, event, id, asOpportunistic);
        snapshot(often, new AtomicInteger());
      }
      assertEquals(
          "seed " + seed,
          snapshot(once, new AtomicInteger()),
          snapshot(often, new AtomicInteger()));
    }
  }

  private static void happens(
      LiveContainerTracker<Integer> live, int event, int id, boolean asOpportunistic) {
    switch (event) {
      case 0:
        live.granted(id, id % 3, asOpportunistic);
        break;
      case 1:
        live.promoted(id);
        break;
      case 2:
        live.demoted(id);
        break;
      case 3:
        live.ended(id);
        break;
      case 4:
        live.undelivered(id);
        break;
      case 5:
        live.released(Collections.singleton(id));
        break;
      default:
        live.answered();
        break;
    }
  }

  private static String snapshot(LiveContainerTracker<Integer> live, AtomicInteger encoded) {
    return live.snapshot(id -> text(id, encoded)) + " " + live.priorities(id -> text(id, encoded));
  }

  private static String text(int id, AtomicInteger encoded) {
    encoded.incrementAndGet();
    return "c" + id;
  }
}
