// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.engine;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.Test;

public class RandomStreamsTest {
  @Test
  public void streamIsIdentifiedBySeedPurposeAndNumber() {
    assertEquals(
        new RandomStreams(7).stream("beats", 3).nextLong(),
        new RandomStreams(7).stream("beats", 3).nextLong());
    long[] others = {
      new RandomStreams(8).stream("beats", 3).nextLong(),
      new RandomStreams(7).stream("beatz", 3).nextLong(),
      new RandomStreams(7).stream("beats", 4).nextLong(),
      new RandomStreams(7).stream("beats").nextLong()
    };
    for (long other : others) {
      assertNotEquals(new RandomStreams(7).stream("beats", 3).nextLong(), other);
    }
  }

  @Test
  public void drawsForOnePurposeDoNotAffectAnother() {
    RandomStreams streams = new RandomStreams(1);
    Random first = streams.stream("a");
    long b = streams.stream("b").nextLong();
    for (int i = 0; i < 100; i++) {
      first.nextLong();
    }
    assertEquals(b, streams.stream("b").nextLong());
  }

  @Test
  public void firstDrawsOfNeighbouringStreamsAreSpreadOut() {
    Set<Integer> tenths = new HashSet<>();
    for (int n = 0; n < 100; n++) {
      tenths.add((int) (10 * new RandomStreams(1).stream("phase", n).nextDouble()));
    }
    assertEquals(10, tenths.size());
  }
}
