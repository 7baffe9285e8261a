// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.yarn.client.RMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.junit.Test;
import org.yarnext.federation.gang.GangLauncher;

/** Homes that are gone, unreachable or restarting. */
public class LostHomeTest extends RouterGangLauncherTestBase {
  @Test
  public void unresponsiveSubClusterIsNotCalledForAWhile() throws Exception {
    store(A);
    int[] calls = new int[1];
    managers.get(A).reporting =
        () -> {
          calls[0]++;
          refuseConnections();
        };
    for (int i = 0; i < 5; i++) {
      assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    }
    assertEquals(1, calls[0]);
    afterARest();
    starter.state(ID.toString(), BEFORE);
    assertEquals(2, calls[0]);
  }

  private void goes(SubClusterId where, SubClusterState state) throws YarnException {
    register(where, state);
    managers.get(where).reporting = LostHomeTest::refuseConnections;
    managers.get(where).submitting = LostHomeTest::refuseConnections;
    afterARest();
  }

  @Test
  public void gangOfARemovedSubClusterGetsAnotherHome() throws Exception {
    for (SubClusterState state :
        new SubClusterState[] {
          SubClusterState.SC_LOST,
          SubClusterState.SC_DECOMMISSIONED,
          SubClusterState.SC_UNREGISTERED
        }) {
      submitted.clear();
      twoSubClusters();
      isForgottenIfKnown();
      store(A);
      goes(A, state);
      if (state == SubClusterState.SC_UNREGISTERED) {
        assertThrows("it may come back", IOException.class, this::start);
        afterHalfAnHour();
        submitted.clear();
      }
      assertThrows("only its home is taken away", IOException.class, this::start);
      assertTrue(submitted.isEmpty());
      startAgain();
      startAgain();
      assertEquals(state.toString(), "[b, b]", submitted.toString());
    }
  }

  private void isForgottenIfKnown() throws YarnException {
    try {
      isForgotten();
    } catch (YarnException e) {
      assertTrue(e.getMessage(), e.getMessage().contains("does not exist"));
    }
  }

  @Test
  public void unreachableOrUnhealthyHomeIsNotRemoved() throws Exception {
    store(A);
    for (SubClusterState state :
        new SubClusterState[] {
          SubClusterState.SC_RUNNING,
          SubClusterState.SC_NEW,
          SubClusterState.SC_UNHEALTHY,
          SubClusterState.SC_UNREGISTERED // as each that is restarted
        }) {
      goes(A, state);
      assertThrows(IOException.class, this::startAgain);
      assertThrows(IOException.class, () -> starter.kill(job()));
      assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    }
    managers.get(A).submitting = () -> {};
    submitted.clear();
    afterARest();
    startAgain();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void gangIsNotStartedElsewhereWhileItsHomeRestarts() throws Exception {
    for (int hours : new int[] {0, 2, -2}) {
      twoSubClusters();
      isForgottenIfKnown();
      submitted.clear();
      store.aheadMs = TimeUnit.HOURS.toMillis(hours);
      prefer(0, 1);
      goes(A, SubClusterState.SC_UNREGISTERED);
      assertThrows(hours + " h ahead", IOException.class, this::startAgain);
      assertTrue(submitted.isEmpty());
      afterHalfAnHour();
      startAgain();
      assertEquals("it does not come back", "[b]", submitted.toString());
    }
  }

  private void afterHalfAnHour() {
    nowNanos += TimeUnit.MINUTES.toNanos(30);
  }

  @Test
  public void lostSubClusterThatRespondsKeepsItsGang() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    managers.get(A).reporting = () -> {};
    managers.get(A).submitting = () -> {};
    startAgain();
    assertEquals("[a]", submitted.toString());
    assertEquals(GangLauncher.State.KEPT, starter.state(ID.toString(), BEFORE));
  }

  @Test
  public void gangWithoutAHomeWaitsWhileASubClusterIsUnresponsive() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    assertThrows(IOException.class, this::startAgain);
    managers.get(B).reporting = LostHomeTest::refuseConnections;
    assertThrows("it may have it", IOException.class, this::startAgain);
    assertTrue(submitted.isEmpty());
    managers.get(B).reporting = () -> {};
    afterARest();
    startAgain();
    assertEquals("[b]", submitted.toString());
  }

  /** If one of two Routers is late, it finds the job, and the job stays single. */
  @Test
  public void lateRemovalOfAHomeStartsNoSecondGang() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    managers.get(A).reporting =
        () -> { // between looking at the old home and taking it away
          isForgotten();
          store(B);
          managers.get(B).reporting = () -> {};
          refuseConnections();
        };
    assertThrows(IOException.class, this::startAgain);
    startAgain();
    assertEquals("where the other one submitted it", "[b]", submitted.toString());
  }

  @Test
  public void gangOfALostSubClusterIsGoneAndCanBeKilled() throws Exception {
    store(A);
    goes(A, SubClusterState.SC_LOST);
    assertEquals(GangLauncher.State.GONE, starter.state(ID.toString(), BEFORE));
    starter.kill(job());
    assertTrue(submitted.isEmpty());
  }

  /** Stock retries a refused call at once, and twice. */
  @Test
  public void launcherRetriesLessThanStock() throws Exception {
    Configuration limited = StockSubClusterClientProvider.limited(new YarnConfiguration());
    for (boolean failover : new boolean[] {true, false}) {
      RetryPolicy retries = RMProxy.createRetryPolicy(limited, failover);
      ConnectException refused = new ConnectException("refused");
      assertNotEquals(
          RetryPolicy.RetryAction.RetryDecision.FAIL,
          retries.shouldRetry(refused, 0, 0, true).action);
      assertEquals(
          RetryPolicy.RetryAction.RetryDecision.FAIL,
          retries.shouldRetry(refused, 1, 1, true).action);
    }
    assertEquals(10_000, Client.getRpcTimeout(limited));
  }
}
