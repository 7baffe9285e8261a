// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Gangs start in order as far as they fit, and make room as they end. */
public class GangCoordinatorTest extends GangCoordinatorTestBase {
  @Test
  public void gangsStartInOrderAsFarAsTheyFit() throws Exception {
    submit("z", 4);
    submit("y", 5);
    submit("x", 5);
    submit("w", 1);
    one.round();
    two.round();
    assertEquals(Arrays.asList("z", "y"), sorted(cluster.calls, "z", "y"));
    one.sweep(() -> true);
    assertNull("records of those that run are gone", store.job("z"));
    assertEquals(GangReason.GANG_WAITS_FOR_QUOTA, two.place("x").reason());
    assertEquals(1, two.place("x").position());
    assertEquals(GangReason.GANG_WAITS_FOR_EARLIER, two.place("w").reason());
    assertEquals(2, two.place("w").position());
  }

  /** The calls, whose order within one round is not said. */
  private static List<String> sorted(List<String> calls, String... order) {
    List<String> all = Arrays.asList(order);
    List<String> sorted = new ArrayList<>(calls);
    sorted.sort((a, b) -> Integer.compare(all.indexOf(a), all.indexOf(b)));
    return sorted;
  }

  @Test
  public void endedGangMakesRoom() throws Exception {
    submit("a", 10);
    submit("b", 10);
    one.round();
    one.sweep(() -> true);
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.calls);
    cluster.over.add("a");
    two.sweep(() -> true);
    assertTrue("the other one sweeps", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    two.round();
    assertEquals(Arrays.asList("a", "b"), cluster.calls);
  }

  @Test
  public void waitingGangIsReportedWithItsPlaceAndAgainWhenThatChanges() throws Exception {
    submit("a", 8);
    submit("b", 5);
    submit("c", 1);
    one.round();
    String request = "queue=root.a, user=user, containers=1, ";
    String quota = "waitsFor=root.a, quotaMb=10, takenMb=8}";
    List<String> first =
        Arrays.asList(
            "b GANG_WAITS_FOR_QUOTA{" + request + "amountMb=5, position=1, " + quota,
            "c GANG_WAITS_FOR_EARLIER{" + request + "amountMb=1, position=2, " + quota);
    assertEquals(first, waits);
    one.round();
    assertEquals("no news", first, waits);
    submit("d", 9);
    one.round();
    assertEquals(
        Collections.singletonList(
            "d GANG_WAITS_FOR_QUOTA{" + request + "amountMb=9, position=3, " + quota),
        waits.subList(2, waits.size()));
    cluster.over.add("a");
    one.sweep(() -> true);
    waits.clear();
    one.round();
    assertEquals(
        "two start, and the last is first now",
        Collections.singletonList(
            "d GANG_WAITS_FOR_QUOTA{"
                + request
                + "amountMb=9, position=1, waitsFor=root.a, quotaMb=10, takenMb=6}"),
        waits);
  }

  /** A user who kills gangs again and again does not keep others from starting. */
  @Test
  public void gangStartsAlthoughTheRegistryChangesDuringTheRound() throws Exception {
    submit("a", 5);
    submit("b", 5);
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    int[] kills = {1};
    GangCoordinator busy =
        new GangCoordinator(
            "busy",
            new GangStore(records),
            new GangAdmissionPolicy(0),
            cluster,
            () -> {
              if (kills[0]-- > 0) {
                two.kill("b", job -> true);
              }
              return nowMs;
            },
            LEASE_MS,
            KEEP_MS,
            UNUSED_AFTER_MS,
            StoredGangs.NOBODY);
    busy.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
    assertTrue(isToldKilled("b"));
  }

  @Test
  public void gangsWaitWithoutQuotas() throws Exception {
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    records.remove("gangs/quotas");
    submit("a", 3);
    assertNull(one.round());
    assertTrue(cluster.calls.isEmpty());
  }

  @Test
  public void invalidQuotasLeaveTheLastOnes() throws Exception {
    submit("a", 8);
    one.round();
    ZooKeeperRecordStore ofOne = connections.get(1);
    ofOne.put("gangs/quotas", "root.a".getBytes(UTF_8));
    submit("b", 2);
    submit("c", 1);
    one.round();
    one.round();
    assertEquals(Arrays.asList("a", "b"), cluster.calls);
    assertEquals(GangReason.GANG_WAITS_FOR_QUOTA, one.place("c").reason());
    assertEquals("counted once", 1, ofOne.skipped());
    assertThrows("it knows no earlier ones", InvalidRecordException.class, two::round);
    store.publish(Collections.singletonMap("root.a", 20L));
    two.round();
    assertEquals(Arrays.asList("a", "b", "c"), cluster.calls);
  }

  @Test
  public void noGangStartsUntilAnInvalidBookIsRemoved() throws Exception {
    submit("a", 8);
    ZooKeeperRecordStore ofOne = connections.get(1);
    ofOne.put("gangs/book", "no book".getBytes(UTF_8));
    for (int i = 0; i < 2; i++) {
      assertThrows(InvalidRecordException.class, one::round);
    }
    assertTrue(cluster.calls.isEmpty());
    assertEquals("counted once", 1, ofOne.skipped());
    ofOne.remove("gangs/book");
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.calls);
  }
}
