// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.subcluster;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterState;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.junit.Test;
import org.yarnext.federation.gang.GangLauncher;

/** A gang is submitted once, wherever its record of a home got lost. */
public class RouterGangLauncherTest extends RouterGangLauncherTestBase {
  @Test
  public void gangSubmittedByAnotherRouterIsResubmittedThere() throws Exception {
    store(A);
    prefer(0, 1);
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void firstOfTwoConcurrentHomesIsFollowed() throws Exception {
    prefer(0, 1);
    managers.get(B).reporting = () -> store(A); // the other one, meanwhile
    start();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void gangWithAForgottenHomeIsResubmittedWhereItRuns() throws Exception {
    prefer(1, 0);
    start();
    isForgotten();
    managers.get(A).reporting = () -> {};
    prefer(0, 1);
    startAgain();
    startAgain();
    assertEquals("[a, a, a]", submitted.toString());
    assertEquals(
        "known to clients again",
        A,
        FederationStateStoreFacade.getInstance(conf).getApplicationHomeSubCluster(ID));
  }

  @Test
  public void restartingResourceManagerIsCheckedForTheGang() throws Exception {
    conf.set("yarn.federation.cache-ttl.secs", "300");
    FederationStateStoreFacade facade = FederationStateStoreFacade.getInstance(conf);
    facade.reinitialize(store, conf);
    facade.getSubClusters(true);
    register(A, SubClusterState.SC_NEW);
    managers.get(A).reporting = () -> {};
    prefer(0, 1);
    startAgain();
    assertEquals("[a]", submitted.toString());
  }

  @Test
  public void gangIsNotStartedElsewhereWhileASubClusterIsUnresponsive() throws Exception {
    prefer(0, 1);
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    assertThrows(IOException.class, this::startAgain);
    assertThrows(IOException.class, () -> starter.kill(job()));
    assertEquals(GangLauncher.State.UNKNOWN, starter.state(ID.toString(), BEFORE));
    assertTrue(submitted.isEmpty());
    start();
    assertEquals("a first start need not wait", "[b]", submitted.toString());
    isForgotten();
    register(A, SubClusterState.SC_LOST);
    startAgain();
    assertEquals("nor any once it is lost", "[b, b]", submitted.toString());
  }

  @Test
  public void gangWithAForgottenHomeIsKilledWhereItRuns() throws Exception {
    managers.get(B).reporting = () -> {};
    starter.kill(job());
    verify(managers.get(B).proxy).forceKillApplication(any());
    verify(managers.get(A).proxy, never()).forceKillApplication(any());
    managers.get(B).state = YarnApplicationState.ACCEPTED;
    assertEquals(GangLauncher.State.KEPT, starter.state(ID.toString(), BEFORE));
  }

  @Test
  public void queueIsThatOfTheLatestReport() throws Exception {
    store(A);
    managers.get(A).reporting = () -> {};
    managers.get(A).queue = "moved";
    starter.state(ID.toString(), BEFORE);
    assertEquals("moved", starter.queue(ID.toString()));
    assertNull(starter.queue("application_1_0002"));
    managers.get(A).reporting = RouterGangLauncherTest::refuseConnections;
    starter.state(ID.toString(), BEFORE);
    assertNull(starter.queue(ID.toString()));
  }

  @Test
  public void gangWithAnUncertainSubmissionKeepsItsHome() throws Exception {
    prefer(1, 0);
    managers.get(A).submitting =
        () -> {
          throw new SocketTimeoutException("it may have it");
        };
    assertThrows(IOException.class, this::start);
    prefer(0, 1);
    afterARest();
    assertThrows(IOException.class, this::start);
    assertEquals("[a, a]", submitted.toString());
  }

  @Test
  public void memoryOfAGangIsThatOfAllSubClusters() throws Exception {
    store(A);
    managers.get(A).reporting = () -> {};
    managers.get(A).usedMb = 1_024;
    assertEquals("it has no containers at b", 1_024, heldMb(9_000));
    managers.get(B).reporting = () -> {};
    managers.get(B).usedMb = 2_048;
    assertEquals(3_072, heldMb(9_000));
    assertEquals("b does not matter", 1_024, heldMb(1_024));
    managers.get(B).state = YarnApplicationState.FINISHED;
    managers.get(B).usedMb = -1;
    assertEquals(1_024, heldMb(9_000));
    managers.get(B).state = YarnApplicationState.RUNNING;
    assertEquals("b does not show it", -1, heldMb(9_000));
    managers.get(B).reporting = RouterGangLauncherTest::refuseConnections;
    assertEquals(-1, heldMb(9_000));
    register(B, SubClusterState.SC_LOST);
    afterARest();
    assertEquals(1_024, heldMb(9_000));
    managers.get(A).usedMb = -1;
    assertEquals(-1, heldMb(9_000));
  }

  private long heldMb(long enoughMb) {
    starter.state(ID.toString(), BEFORE);
    return starter.heldMb(ID.toString(), enoughMb);
  }
}
