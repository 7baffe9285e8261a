// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class DecisionTest {
  enum Why implements DecisionReason {
    SHED_WAIT_LIMIT,
    KEEP;

    @Override
    public String code() {
      return name();
    }

    @Override
    public String text() {
      return "Because.";
    }
  }

  @Test
  public void textHasReasonAndInputs() {
    Decision<Integer> decision =
        Decision.of(7, Why.SHED_WAIT_LIMIT).with("limitMs", 1000).with("waitMs", 2300L);
    assertEquals(Integer.valueOf(7), decision.value());
    assertEquals(Why.SHED_WAIT_LIMIT, decision.reason());
    assertEquals("SHED_WAIT_LIMIT{limitMs=1000, waitMs=2300}", decision.toString());
    assertEquals("KEEP{}", Decision.of(null, Why.KEEP).toString());
  }

  @Test
  public void inputsKeepOrderAndType() {
    Decision<String> decision =
        Decision.of("x", Why.KEEP)
            .with("z", (short) 1)
            .with("a", 0.5f)
            .with("m", Why.KEEP)
            .with("n", null);
    assertEquals(Arrays.asList("z", "a", "m", "n"), new ArrayList<>(decision.inputs().keySet()));
    assertEquals(
        Arrays.<Object>asList(1L, 0.5, "KEEP", "null"),
        new ArrayList<>(decision.inputs().values()));
  }

  @Test
  public void repeatedInputKeepsPlaceAndTakesLaterValue() {
    Decision<Integer> decision = Decision.of(1, Why.KEEP).with("a", 1).with("b", 2).with("a", 3);
    assertEquals("KEEP{a=3, b=2}", decision.toString());
  }

  @Test
  public void inputsGivenAtOnceEqualThoseAddedOneByOne() {
    Decision<Integer> oneByOne =
        Decision.of(1, Why.KEEP).with("a", 1).with("b", 0.5f).with("c", Why.KEEP);
    Decision<Integer> atOnce = Decision.of(1, Why.KEEP, "a", 1, "b", 0.5f, "c", Why.KEEP);
    assertEquals(oneByOne, atOnce);
    assertEquals(oneByOne.toString(), atOnce.toString());
    assertEquals("KEEP{a=2, b=0.5, c=KEEP, d=3}", atOnce.with("a", 2).with("d", 3).toString());
    assertEquals(oneByOne, atOnce);
    assertThrows(IllegalArgumentException.class, () -> Decision.of(1, Why.KEEP, "a", 1, "b"));
    assertThrows(NullPointerException.class, () -> Decision.of(1, Why.KEEP, null, 1));
  }

  @Test
  public void withDoesNotChangeTheOriginal() {
    Decision<Integer> original = Decision.of(1, Why.KEEP).with("a", 1);
    Decision<Integer> left = original.with("left", 1);
    Decision<Integer> right = original.with("right", 2);
    assertEquals(Collections.singletonMap("a", 1L), original.inputs());
    assertEquals("KEEP{a=1, left=1}", left.toString());
    assertEquals("KEEP{a=1, right=2}", right.toString());
    assertThrows(UnsupportedOperationException.class, () -> original.inputs().put("b", 1L));
  }

  @Test
  public void equalByValueReasonAndInputs() {
    Decision<Integer> one = Decision.of(1, Why.KEEP).with("a", 1);
    assertEquals(one, Decision.of(1, Why.KEEP).with("a", 1L));
    assertEquals(one.hashCode(), Decision.of(1, Why.KEEP).with("a", 1L).hashCode());
    assertNotEquals(one, Decision.of(2, Why.KEEP).with("a", 1));
    assertNotEquals(one, Decision.of(1, Why.SHED_WAIT_LIMIT).with("a", 1));
    assertNotEquals(one, Decision.of(1, Why.KEEP).with("a", 2));
  }

  @Test
  public void reasonIsRequired() {
    assertThrows(NullPointerException.class, () -> Decision.of(1, null));
  }
}
