// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;
import org.yarnext.mercury.policy.requests.RequestSplitter;
import org.yarnext.mercury.policy.requests.SplitLimits;

public class TaskLossTrackerTest {
  private static final RequestKey MAP = RequestKey.of(20, 0, "memory-mb=1024");

  private final TaskLossTracker<String> losses = new TaskLossTracker<>(2);
  private final List<Integer> divided = new ArrayList<>();
  private final RequestSplitter splitter =
      new RequestSplitter(
          (key, n) -> {
            divided.add(n);
            return Decision.of(n, RequestReason.REQUEST_ALL_OPPORTUNISTIC).with("percent", 100);
          },
          Collections.singletonList(SplitLimits.losses(losses)),
          true);
  private int last;

  private Decision<Integer> ask(int n) {
    losses.begin();
    return splitter.divide(MAP, n);
  }

  private String grant(boolean opportunistic) {
    String id = "c" + ++last;
    losses.granted(id, MAP.priority(), opportunistic);
    return id;
  }

  private void askGrantAndLose() {
    ask(1);
    losses.lost(grant(true), MAP.priority());
  }

  @Test
  public void nextRequestAfterTheAllowedLossesIsGuaranteed() {
    askGrantAndLose();
    assertEquals("one loss", 1, (int) ask(1).value());
    losses.lost(grant(true), MAP.priority());
    Decision<Integer> d = ask(1);
    assertEquals(0, (int) d.value());
    assertEquals(RequestReason.REQUEST_LOST_BEFORE, d.reason());
    assertEquals(1L, losses.insured());
    losses.ended(grant(false));
    assertEquals("it begins again", 1, (int) ask(1).value());
    assertEquals("the rule was asked for the others only", "[1, 1, 1]", divided.toString());
  }

  @Test
  public void remainingTasksAreDividedByThePolicy() {
    askGrantAndLose();
    askGrantAndLose();
    Decision<Integer> d = ask(4);
    assertEquals(3, (int) d.value());
    assertEquals(
        "{percent=100, lostBefore=1, others=REQUEST_ALL_OPPORTUNISTIC, new=4, opportunistic=3}",
        d.inputs().toString());
  }

  @Test
  public void taskWithTheMostLossesIsServedFirst() {
    askGrantAndLose();
    ask(2);
    String second = grant(true);
    String fresh = grant(true);
    assertEquals("which had lost one", 1, losses.losses(second));
    assertEquals(0, losses.losses(fresh));
    losses.lost(fresh, MAP.priority());
    losses.lost(second, MAP.priority());
    assertEquals("the one with two losses", 0, (int) ask(1).value());
    assertEquals("the one with one", 1, (int) ask(1).value());
  }

  @Test
  public void guaranteedContainerClearsTheLossesOfItsTask() {
    askGrantAndLose();
    ask(1);
    assertEquals(0, losses.losses(grant(false)));
    ask(1);
    assertEquals(0, losses.losses(grant(true)));
  }

  @Test
  public void otherPrioritiesAndOtherEndsDoNotCount() {
    askGrantAndLose();
    ask(1);
    losses.ended(grant(true));
    assertEquals(1, (int) ask(1).value());
    losses.lost("other", 5);
    losses.lost("another", 5);
    assertEquals(1, (int) ask(1).value());
    assertEquals(0L, losses.insured());
  }

  @Test
  public void refusedRequestDoesNotUseUpTheLosses() {
    askGrantAndLose();
    askGrantAndLose();
    assertEquals(0, (int) ask(1).value());
    losses.refused();
    assertEquals("again", 0, (int) ask(1).value());
    assertEquals("used up", 1, (int) ask(1).value());
  }

  @Test
  public void refusedRequestDoesNotCarryTheLossToItsGrant() {
    askGrantAndLose();
    ask(1);
    losses.refused();
    String fresh = grant(true);
    assertEquals(0, losses.losses(fresh));
    ask(1);
    assertEquals(1, losses.losses(grant(true)));
  }

  @Test
  public void zeroDisablesTheTracker() {
    TaskLossTracker<String> off = new TaskLossTracker<>(0);
    for (int i = 0; i < 5; i++) {
      off.granted("c" + i, 20, true);
      off.lost("c" + i, 20);
      assertEquals(0, off.asked(20, 3));
    }
    assertEquals(new TaskLossTracker<String>(0).snapshot(id -> id), off.snapshot(id -> id));
  }

  /** The key was set to 0 before the restart. */
  @Test
  public void lossesOfAnEarlierProcessDoNotCountOnceDisabled() {
    askGrantAndLose();
    TaskLossTracker<String> off = TaskLossTracker.restore(0, losses.snapshot(id -> id), id -> id);
    assertEquals(0, off.asked(MAP.priority(), 1));
  }

  @Test
  public void invalidSnapshotIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> TaskLossTracker.restore(1, Collections.emptyMap(), id -> id));
  }
}
