// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.policy.gang.PendingGang;

/** Gangs whose queue has no home for now, and submissions that are refused. */
public class HomeSelectionTest extends RouterGangLauncherTestBase {
  @Test
  public void unresponsiveSubClusterDoesNotBecomeHome() throws Exception {
    managers.get(A).reporting = HomeSelectionTest::refuseConnections;
    start();
    assertEquals("[b]", submitted.toString());
  }

  @Test
  public void gangStartFailsWhileNoSubClusterResponds() throws Exception {
    managers.get(A).reporting = HomeSelectionTest::refuseConnections;
    managers.get(B).reporting = HomeSelectionTest::refuseConnections;
    assertThrows(IOException.class, this::start);
    assertTrue(submitted.isEmpty());
    managers.get(A).reporting = () -> {};
    assertThrows("just now it did not", IOException.class, this::start);
    afterARest();
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void gangWaitsWhileAllHomesOfItsQueueRestart() throws Exception {
    prefer(1, 0);
    for (SubClusterState state :
        new SubClusterState[] {SubClusterState.SC_UNREGISTERED, SubClusterState.SC_NEW}) {
      register(A, state);
      assertThrows(state + ": the other one may not have it", IOException.class, this::start);
    }
    register(B, SubClusterState.SC_NEW);
    assertThrows("none is active", IOException.class, this::start);
    assertTrue(submitted.isEmpty());
    register(A, SubClusterState.SC_RUNNING);
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void gangWaitsUntilItsQueueHasAUsablePolicy() throws Exception {
    prefer(0, 0);
    assertThrows(IOException.class, this::start);
    prefer(0, 1);
    start();
    assertEquals("[b]", submitted.toString());
  }

  @Test
  public void invalidSubmissionIsRefused() {
    GangJob damaged =
        GangJob.of("user", PendingGang.of(ID.toString(), "root.q", 1, 1, 0), 5, new byte[] {1});
    assertThrows(YarnException.class, () -> starter.start(damaged, true));
  }

  @Test
  public void unknownReservationIsRefused() throws Exception {
    GangJob reserved = job(context -> context.setReservationID(ReservationId.newInstance(1, 1)));
    assertThrows(YarnException.class, () -> starter.start(reserved, true));
    register(A, SubClusterState.SC_NEW);
    register(B, SubClusterState.SC_NEW);
    assertThrows("who may know it?", IOException.class, () -> starter.start(reserved, true));
  }

  private GangLauncher.State answering(YarnApplicationState state) {
    managers.get(A).state = state;
    managers.get(A).reporting = () -> {};
    return starter.state(ID.toString(), BEFORE);
  }

  @Test
  public void gangIsLostIfItsHomeDoesNotKnowItOrItHasNoHome() throws Exception {
    assertEquals(GangLauncher.State.LOST, starter.state(ID.toString(), BEFORE));
    store(A);
    assertEquals(GangLauncher.State.LOST, starter.state(ID.toString(), BEFORE));
    managers.get(A).reporting = HomeSelectionTest::refuseConnections;
    assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    afterARest();
    assertEquals(GangLauncher.State.NEW, answering(YarnApplicationState.NEW_SAVING));
    assertEquals(GangLauncher.State.NEW, answering(YarnApplicationState.SUBMITTED));
    assertEquals(GangLauncher.State.KEPT, answering(YarnApplicationState.ACCEPTED));
    assertEquals(GangLauncher.State.OVER, answering(YarnApplicationState.KILLED));
  }

  @Test
  public void gangIsLostOnlyIfItsResourceManagerRestartedSince() throws Exception {
    prefer(1, 0);
    String life = starter.start(job(), true);
    assertEquals("a@10000000", life);
    assertEquals(GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    isForgotten();
    assertEquals("nobody", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    register(B, SubClusterState.SC_RUNNING, STARTED_MS + 1);
    assertEquals("another", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), life));
    assertEquals("unknown", GangLauncher.State.FORGOTTEN, starter.state(ID.toString(), ""));
    long anHour = TimeUnit.HOURS.toMillis(1);
    for (long startedMs : new long[] {STARTED_MS + 1, STARTED_MS + anHour, STARTED_MS - anHour}) {
      register(A, SubClusterState.SC_RUNNING, startedMs);
      assertEquals(
          "whatever its clock says", GangLauncher.State.LOST, starter.state(ID.toString(), life));
    }
  }

  @Test
  public void refusalIsDistinguishedFromNoResponse() throws Exception {
    store(A);
    managers.get(A).submitting =
        () -> {
          throw new AccessControlException("no proxy user");
        };
    assertThrows(YarnException.class, this::start);
    managers.get(A).submitting =
        () -> {
          throw new NullPointerException("of the ResourceManager, for a job without a master");
        };
    assertThrows(YarnException.class, this::start);
    managers.get(A).submitting =
        () -> {
          throw new YarnRuntimeException("no address");
        };
    assertThrows(IOException.class, this::start);
  }
}
