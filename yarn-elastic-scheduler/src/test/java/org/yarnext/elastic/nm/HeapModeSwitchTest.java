// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.junit.Test;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** A NodeManager whose mode changes while containers arrive, run and end. */
public class HeapModeSwitchTest extends ElasticListenerTestBase {
  private static final String[] MODES = {"off", "shadow", "on"};

  private static void set(ElasticContainerListener listener, String mode) {
    Configuration conf = new Configuration(false);
    conf.set("yarn.elastic.mode", mode);
    assertFalse(listener.live().reload(conf).changed().isEmpty());
  }

  @Test
  public void heapsAreLeftUntilTheFirstRaise() throws Exception {
    ElasticContainerListener listener = listener("mode", "off");
    StockContainer before = container(listener, undersized()).init().launched();
    assertEquals(Collections.singletonList(COMMAND), before.commands());
    assertNull(listener.metrics());
    set(listener, "on");
    StockContainer after = container(listener, undersized()).init();
    assertEquals(Collections.singletonList(SMALLER), after.commands());
    UndersizedEnd end = end(before.exits(0, null));
    assertFalse("it was launched with all of it", end.smallerHeap());
    assertTrue("which is the node's doing", end.leftByNode());
    assertTrue(end(after.launched().exits(0, null)).smallerHeap());
  }

  @Test
  public void underSizedContainersAreTreatedAfterOff() throws Exception {
    ElasticContainerListener listener = on();
    StockContainer runs = container(listener, undersized()).init().launched();
    set(listener, "off");
    StockContainer granted = container(listener, undersized()).init();
    assertEquals(Collections.singletonList(SMALLER), granted.commands());
    assertTrue(end(runs.exits(0, null)).smallerHeap());
    assertTrue(end(granted.launched().exits(0, null)).smallerHeap());
    ContainerTokenIdentifier full = StockContainer.token(ContainerType.TASK, 1024, null);
    StockContainer plain = container(listener, full).init();
    assertEquals(Collections.singletonList(COMMAND), plain.commands());
    assertEquals("nothing is explained", 2, reasons(listener).size());
    assertNull(end(plain.launched().exits(0, null)));
  }

  /** Once the mode was raised, each under-sized container is treated, and no other is changed. */
  @Test
  public void anyOrderOfSwitchesTreatsExactlyTheUnderSizedContainers() throws Exception {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      ElasticContainerListener listener = listener("mode", "on");
      String mode = "on";
      int treated = 0;
      for (int i = 0; i < 30; i++) {
        String next = MODES[random.nextInt(3)];
        if (!next.equals(mode)) {
          mode = next;
          set(listener, mode);
        }
        boolean smaller = random.nextBoolean();
        ContainerTokenIdentifier token =
            smaller ? undersized() : StockContainer.token(ContainerType.TASK, 1024, null);
        StockContainer c = container(listener, token).init();
        assertEquals(Collections.singletonList(smaller ? SMALLER : COMMAND), c.commands());
        assertEquals(smaller, end(c.launched().exits(0, null)) != null);
        treated += smaller ? 1 : 0;
      }
      assertEquals(treated, listener.metrics().shrunk.value());
      assertEquals(treated, listener.metrics().ended.value());
      listener.metrics().close();
    }
  }
}
