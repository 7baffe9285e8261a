// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.RequestReason;

public class OpportunisticQuotaTest {
  private final LiveContainerTracker<String> live = new LiveContainerTracker<>();

  private void alive(int guaranteed, int opportunistic) {
    for (int i = 0; i < guaranteed; i++) {
      live.granted("g" + i, 5, false);
    }
    for (int i = 0; i < opportunistic; i++) {
      live.granted("o" + i, 7, true);
    }
  }

  private LiveContainerTracker<String> restored() {
    return LiveContainerTracker.restore(
        live.snapshot(id -> id), live.priorities(id -> id), id -> id);
  }

  private Decision<Integer> quota(String text) {
    return OpportunisticQuota.parse(text, 1).room(live);
  }

  private int room(String quota) {
    return quota(quota).value();
  }

  @Test
  public void smallerOfBothBoundsApplies() {
    alive(3, 2);
    assertEquals(8, room("max=10"));
    assertEquals("for three and the master", 6, room("relative=2.0"));
    assertEquals(6, room("max=10,relative=2.0"));
    assertEquals(1, room("relative = 2.0, max = 3"));
    assertEquals(0, room("max=1"));
    assertEquals(Integer.MAX_VALUE, room("max=0,relative=0"));
    assertEquals(RequestReason.QUOTA_ABSOLUTE, quota("max=1").reason());
  }

  @Test
  public void relativeBoundIsExact() {
    alive(99, 0);
    assertEquals(29, room("relative=0.29"));
    assertEquals("the floor", 1, room("relative=0.009"));
  }

  @Test
  public void invalidQuotaIsRefusedWithItsForms() {
    for (String text :
        new String[] {
          "", "max", "max=", "max=x", "max=-1", "relative=-1", "max=1,max=2", "least=3", "max=1;2"
        }) {
      IllegalArgumentException e =
          assertThrows(
              text, IllegalArgumentException.class, () -> OpportunisticQuota.parse(text, 1));
      assertTrue(e.getMessage(), e.getMessage().contains("max="));
    }
  }

  @Test
  public void relativeQuotaHasAFloor() {
    OpportunisticQuota quota = OpportunisticQuota.parse("relative=0.5", 3);
    assertEquals("for the master alone", 3, (int) quota.room(live).value());
    alive(0, 2);
    assertEquals(1, (int) quota.room(live).value());
    alive(9, 0);
    assertEquals("five", 3, (int) quota.room(live).value());
    assertEquals(
        "max is no less",
        1,
        (int) OpportunisticQuota.parse("max=3,relative=9", 8).room(live).value());
    assertThrows(IllegalArgumentException.class, () -> OpportunisticQuota.parse("relative=1", 0));
  }

  @Test
  public void eachContainerCountsOnceAfterRepeatedEvents() {
    assertEquals(LiveContainerTracker.Seen.NEW, live.granted("a", 5, true));
    assertEquals(LiveContainerTracker.Seen.KNOWN, live.granted("a", 5, true));
    assertEquals(1, live.opportunistic());
    live.promoted("a");
    live.promoted("a");
    assertEquals(0, live.opportunistic());
    assertEquals(1, live.guaranteed());
    live.demoted("a");
    assertEquals(1, live.opportunistic());
    live.ended("a");
    live.ended("a");
    live.ended("never seen");
    assertEquals(0, live.opportunistic() + live.guaranteed());
    assertEquals(LiveContainerTracker.Seen.ENDED_BEFORE, live.granted("a", 5, true));
    live.promoted("a");
    assertEquals(0, live.guaranteed());
  }

  @Test
  public void undeliveredContainerCountsOnceItIsGranted() {
    live.granted("a", 5, true);
    live.undelivered("a");
    live.undelivered("b");
    assertEquals(0, live.opportunistic() + live.guaranteed());
    assertEquals(LiveContainerTracker.Seen.NEW, live.granted("a", 5, true));
    assertEquals(1, live.opportunistic());
  }

  @Test
  public void endedContainerIsRememberedWhileItsGrantMayBeRepeated() {
    live.granted("a", 5, true);
    live.answered();
    live.ended("a");
    assertEquals(
        "that answer again", LiveContainerTracker.Seen.ENDED_BEFORE, live.granted("a", 5, true));
    live.granted("b", 5, true);
    live.ended("b");
    live.answered();
    LiveContainerTracker<String> restored = restored();
    for (LiveContainerTracker<String> one : Arrays.asList(live, restored)) {
      assertEquals(
          "granted and ended at once",
          LiveContainerTracker.Seen.ENDED_BEFORE,
          one.granted("b", 5, true));
      assertEquals(0, one.opportunistic());
    }
    live.answered();
    assertEquals(new LiveContainerTracker<String>().snapshot(id -> id), live.snapshot(id -> id));
  }

  @Test
  public void snapshotRestoresLiveContainers() {
    alive(2, 3);
    live.ended("o1");
    LiveContainerTracker<String> restored = restored();
    assertEquals(2, restored.guaranteed());
    assertEquals(2, restored.opportunistic());
    assertEquals(LiveContainerTracker.Seen.KNOWN, restored.granted("o2", 5, true));
    assertEquals(LiveContainerTracker.Seen.ENDED_BEFORE, restored.granted("o1", 5, true));
    assertEquals(live.snapshot(id -> id), restored.snapshot(id -> id));
    assertEquals(Integer.valueOf(5), restored.priority("g1"));
    assertEquals(Integer.valueOf(7), restored.priority("o2"));
    assertNull("it has ended", restored.priority("o1"));
  }

  @Test
  public void containerKeepsItsPriorityWhenItsTypeChanges() {
    live.granted("a", 5, true);
    live.promoted("a");
    assertEquals(Integer.valueOf(5), live.priority("a"));
    live.demoted("a");
    assertEquals(Integer.valueOf(5), live.priority("a"));
    live.promoted("of an earlier attempt");
    assertNull(live.priority("of an earlier attempt"));
    assertEquals("{5=[a, ]}", live.priorities(id -> id).toString());
  }
}
