// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import static java.util.Arrays.asList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.junit.Test;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.ContainerViews;
import org.yarnext.mercury.policy.EstimateInputs;
import org.yarnext.mercury.policy.ResourceVector;

public class OpportunisticQueueTest {
  private static final long AGING = 1000;

  private final OpportunisticQueue queue = new OpportunisticQueue(new ShortestFirstOrder(), AGING);

  private void add(String id, long runMs, long arrivedAtMs) {
    queue.add(ContainerViews.waiting(id, ContainerViews.JOB, 0, 1024, 2, runMs, arrivedAtMs));
  }

  @Test
  public void queueFollowsItsOrder() {
    add("long", 30, 1);
    add("short", 10, 2);
    add("middle", 20, 3);
    assertEquals(asList("short", "middle", "long"), ContainerViews.ids(queue.inOrder(3)));
  }

  @Test
  public void tiesAreBrokenByArrivalThenById() {
    add("b", 10, 5);
    add("a", 10, 5);
    add("c", 10, 4);
    assertEquals(asList("c", "a", "b"), ContainerViews.ids(queue.inOrder(5)));
  }

  @Test
  public void agedContainersAreFirstAndOrderedByArrival() {
    add("long", 30, 0);
    add("longer", 40, 1);
    add("short", 10, 2);
    assertEquals(asList("short", "long", "longer"), ContainerViews.ids(queue.inOrder(AGING - 1)));
    // At the limit itself a container has aged.
    assertEquals(asList("long", "short", "longer"), ContainerViews.ids(queue.inOrder(AGING)));
    assertEquals(asList("long", "longer", "short"), ContainerViews.ids(queue.inOrder(AGING + 1)));
    assertEquals(asList("long", "longer", "short"), ContainerViews.ids(queue.inOrder(AGING + 2)));
  }

  @Test
  public void iteratorIsLazyReadOnlyAndFinite() {
    add("a", 10, 1);
    Iterator<ContainerView> walk = queue.inOrder(1).iterator();
    assertEquals("a", walk.next().id());
    assertFalse(walk.hasNext());
    assertThrows(NoSuchElementException.class, walk::next);
    assertThrows(UnsupportedOperationException.class, () -> queue.inOrder(1).iterator().remove());
  }

  @Test
  public void addingAgainReplacesTheContainer() {
    add("a", 10, 1);
    add("a", 99, 1);
    assertEquals(1, queue.size());
    assertEquals(99, queue.get("a").estimatedRunMs());
    assertEquals(Collections.singletonList("a"), ContainerViews.ids(queue.inOrder(1)));
    assertEquals(99.0, queue.work().drainMs(ResourceVector.of(1024, 2)), 0);
  }

  @Test
  public void equalContainersAreEstimatedOnceUntilTheEstimateChangesClearly() {
    for (int i = 0; i < 50; i++) {
      addOf("a", "a" + i, 100 + i % 5);
    }
    addOf("b", "b", 1_000);
    assertEquals("within a tenth", 1, reestimate("a", 109));
    assertEquals(104, queue.get("a4").estimatedRunMs());
    assertEquals(1, reestimate("a", 2_000));
    assertEquals(2_000, queue.get("a0").estimatedRunMs());
    assertEquals(2_000, queue.get("a49").estimatedRunMs());
    assertEquals("of another user", 1_000, queue.get("b").estimatedRunMs());
    assertEquals("b", queue.inOrder(0).iterator().next().id());
    assertEquals(51, queue.work().containers());
    assertEquals("the others are a tenth off", 1, reestimate("a", 2_200));
    assertEquals(2_000, queue.get("a0").estimatedRunMs());
    assertEquals(1, reestimate("a", 2_201));
    assertEquals(2_201, queue.get("a0").estimatedRunMs());
    assertEquals(0, reestimate("nobody", 1));
  }

  @Test
  public void fixedEstimatesAndUnknownInputsAreNotEstimatedAnew() {
    add("unknown", 10, 1);
    queue.add(
        ContainerViews.waiting("fixed", 1)
            .estimated(10, new EstimateInputs("app", "a", 0, null, 10L)));
    assertEquals(0, reestimate("a", 1_000));
    assertEquals(10, queue.get("fixed").estimatedRunMs());
  }

  @Test
  public void containersThatLeftAreNotEstimatedAnew() {
    addOf("a", "first", 100);
    addOf("a", "second", 100);
    queue.remove("first");
    assertEquals(1, reestimate("a", 200));
    assertNull(queue.get("first"));
    queue.remove("second");
    assertEquals(0, reestimate("a", 300));
    assertEquals(0, queue.size());
  }

  private void addOf(String user, String id, long runMs) {
    EstimateInputs inputs = new EstimateInputs("app", user, 0, null, null);
    queue.add(ContainerViews.waiting(id, 1).estimated(runMs, inputs));
  }

  /** Returns how often an estimate was requested. */
  private int reestimate(String user, long newMs) {
    int[] requests = new int[1];
    queue.reestimate(
        user,
        inputs -> {
          requests[0]++;
          assertEquals(user, inputs.user());
          return newMs;
        });
    return requests[0];
  }

  @Test
  public void removedContainerIsForgotten() {
    add("a", 10, 1);
    assertEquals("a", queue.remove("a").id());
    assertNull(queue.remove("a"));
    assertNull(queue.get("a"));
    assertEquals(Collections.emptyList(), ContainerViews.ids(queue.inOrder(1)));
  }

  @Test
  public void workIsSummed() {
    queue.add(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1000, 1, 10, 1));
    queue.add(ContainerViews.waiting("b", ContainerViews.JOB, 0, 3000, 5, 20, 2));
    OpportunisticQueue.Work work = queue.work();
    assertEquals(2, work.containers());
    assertEquals(ResourceVector.of(2000, 3), work.meanSize());
    // Memory: 10*1000 + 20*3000 = 70,000 over 7000; cores: 10 + 100 = 110 over 11.
    assertEquals(10.0, work.drainMs(ResourceVector.of(7000, 11)), 1e-9);
    assertEquals("cores are scarcer", 55.0, work.drainMs(ResourceVector.of(7000, 2)), 1e-9);
    assertEquals("memory is scarcer", 70.0, work.drainMs(ResourceVector.of(1000, 11)), 1e-9);
  }

  @Test
  public void workWithoutAContainerIsTheWorkOfTheOthers() {
    ContainerView b = ContainerViews.waiting("b", ContainerViews.JOB, 0, 3000, 5, 20, 2);
    queue.add(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1000, 1, 10, 1));
    queue.add(b);
    OpportunisticQueue.Work rest = queue.work().without(b);
    assertEquals(1, rest.containers());
    assertEquals(ResourceVector.of(1000, 1), rest.meanSize());
    assertEquals(10.0, rest.drainMs(ResourceVector.of(1000, 1)), 1e-9);
  }

  @Test
  public void roundingErrorsVanishWithTheirContainers() {
    queue.add(ContainerViews.waiting("endless", ContainerViews.JOB, 0, 1, 1, Long.MAX_VALUE, 1));
    queue.add(ContainerViews.waiting("a", ContainerViews.JOB, 0, 1, 1, 7, 2));
    queue.remove("endless");
    queue.remove("a");
    queue.add(ContainerViews.waiting("b", ContainerViews.JOB, 0, 1, 1, 7, 3));
    assertEquals(7, queue.work().drainMs(ResourceVector.of(1, 1)), 0);
  }

  @Test
  public void emptyQueueHasNoWork() {
    assertEquals(ResourceVector.NONE, queue.work().meanSize());
    assertEquals(0, queue.work().drainMs(ResourceVector.of(1, 1)), 0);
    add("a", 10, 1);
    assertEquals("no capacity, no time", 0, queue.work().drainMs(ResourceVector.NONE), 0);
    queue.remove("a");
    assertEquals(0, queue.work().drainMs(ResourceVector.of(1, 1)), 0);
  }
}
