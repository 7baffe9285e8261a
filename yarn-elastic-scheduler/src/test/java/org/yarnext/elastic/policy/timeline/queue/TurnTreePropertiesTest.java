// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.runner.RunWith;

/** A tournament's winner is found as by looking at all groups. */
@RunWith(JUnitQuickcheck.class)
public class TurnTreePropertiesTest {
  @Property(trials = 500, shrink = false)
  public void turnTreeFindsTheFirstTurnThatFits(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    int size = random.nextInt(40);
    long[] mb = new long[size];
    int[] vcores = new int[size];
    int[] tieBreak = new int[size];
    List<Integer> shuffled = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      mb[i] = (i == 0 ? 0 : mb[i - 1]) + random.nextInt(3);
      vcores[i] = random.nextInt(4);
      shuffled.add(i);
    }
    Collections.shuffle(shuffled, random);
    for (int i = 0; i < size; i++) {
      tieBreak[i] = shuffled.get(i);
    }
    TurnTree tree = new TurnTree(mb, vcores, tieBreak);
    long[] turn = new long[size];
    boolean[] in = new boolean[size];
    for (int step = 0; step < 60; step++) {
      if (size > 0) {
        int group = random.nextInt(size);
        in[group] = random.nextInt(3) > 0;
        turn[group] = random.nextInt(5);
        if (in[group]) {
          tree.enter(group, turn[group]);
        } else {
          tree.leave(group);
        }
      }
      long maxMb = random.nextInt(50) - 2;
      int maxVcores = random.nextInt(6) - 1;
      int first = TurnTree.NONE;
      boolean empty = true;
      for (int i = 0; i < size; i++) {
        empty &= !in[i];
        if (in[i]
            && mb[i] <= maxMb
            && vcores[i] <= maxVcores
            && (first == TurnTree.NONE
                || turn[i] < turn[first]
                || (turn[i] == turn[first] && tieBreak[i] < tieBreak[first]))) {
          first = i;
        }
      }
      assertEquals(first, tree.first(maxMb, maxVcores));
      assertEquals(empty, tree.isEmpty());
    }
  }
}
