// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

/** Tasks that have waited too long for a container to start. */
public class OpportunisticWaitPolicyTest {
  private final OpportunisticWaitPolicy<String, Integer> policy =
      new OpportunisticWaitPolicy<>(1_000);

  private static List<String> tasks(OpportunisticWaitPolicy<String, Integer> of, long nowMs) {
    return of.overdue(nowMs).stream()
        .map(OpportunisticWaitPolicy.Waiting::task)
        .collect(Collectors.toList());
  }

  @Test
  public void taskIsOverdueAfterTheConfiguredWait() {
    policy.assigned("a", 1, 500);
    policy.assigned("b", 2, 600);
    assertEquals(Collections.emptyList(), tasks(policy, 1_499));
    assertEquals(Collections.singletonList("a"), tasks(policy, 1_500));
    assertEquals("the longest first", Arrays.asList("a", "b"), tasks(policy, 9_000));
    assertEquals(Integer.valueOf(2), policy.overdue(9_000).get(1).container());
    assertEquals(600, policy.overdue(9_000).get(1).sinceMs());
  }

  @Test
  public void startedTaskIsNotOverdue() {
    policy.assigned("a", 1, 0);
    policy.assigned("b", 2, 0);
    policy.onEnded("a");
    policy.onEnded("never given one");
    assertEquals(Collections.singletonList("b"), tasks(policy, 9_000));
    policy.onDagEnded();
    assertEquals(Collections.emptyList(), tasks(policy, 9_000));
  }

  @Test
  public void anotherContainerRestartsTheWait() {
    policy.assigned("a", 1, 0);
    policy.assigned("a", 2, 900);
    assertEquals(Collections.emptyList(), tasks(policy, 1_800));
    assertEquals(Integer.valueOf(2), policy.overdue(1_900).get(0).container());
  }

  @Test
  public void zeroWaitNeverExpires() {
    OpportunisticWaitPolicy<String, Integer> without = new OpportunisticWaitPolicy<>(0);
    without.assigned("a", 1, 0);
    assertEquals(Collections.emptyList(), tasks(without, Long.MAX_VALUE));
  }

  @Test(expected = IllegalArgumentException.class)
  public void negativeWaitIsRefused() {
    new OpportunisticWaitPolicy<>(-1);
  }
}
