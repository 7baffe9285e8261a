// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.junit.Test;

public class DeliveredContainerTrackerTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final ApplicationAttemptId SECOND =
      ApplicationAttemptId.newInstance(ATTEMPT.getApplicationId(), 2);
  private static final SubClusterId HOME = SubClusterId.newInstance("home");
  private static final SubClusterId OTHER = SubClusterId.newInstance("other");

  private final Map<ContainerId, SubClusterId> known = new HashMap<>();
  private DeliveredContainerTracker handedOut = new DeliveredContainerTracker(true);

  private static ContainerId container(long number) {
    return ContainerId.newContainerId(ATTEMPT, number);
  }

  private Set<ContainerId> unseen() throws IOException {
    return unseen(ATTEMPT);
  }

  private Set<ContainerId> unseen(ApplicationAttemptId attempt) throws IOException {
    handedOut = DeliveredContainerTracker.read(handedOut.image());
    return new HashSet<>(handedOut.undelivered(known, HOME, attempt).keySet());
  }

  @Test
  public void containerAfterTheLastDeliveryIsUndelivered() throws IOException {
    known.put(container(1), HOME);
    known.put(container(2), HOME);
    known.put(container(3), HOME);
    known.put(container(1_000_001), OTHER);
    known.put(container(1_000_002), OTHER);
    assertTrue(handedOut.record(container(2), HOME));
    assertTrue(handedOut.record(container(1_000_001), OTHER));
    assertEquals(new HashSet<>(Arrays.asList(container(3), container(1_000_002))), unseen());
  }

  @Test
  public void deliveredContainerIsNeverUndeliveredInAnyOrder() throws IOException {
    for (long number : new long[] {3, 7, 5}) {
      known.put(container(number), OTHER);
      handedOut.record(container(number), OTHER);
    }
    assertEquals(Collections.emptySet(), unseen());
    assertFalse("nothing new", handedOut.record(container(7), OTHER));
  }

  @Test
  public void allContainersAreUndeliveredBeforeTheFirstOfARemote() throws IOException {
    known.put(container(4), OTHER);
    assertEquals(Collections.singleton(container(4)), unseen());
  }

  @Test
  public void noContainerAtHomeIsUndeliveredBeforeTheFirstDelivery() throws IOException {
    known.put(container(1), HOME);
    assertEquals(Collections.emptySet(), unseen());
  }

  @Test
  public void containersOfAnEarlierAttemptAtHomeAreNotUndelivered() throws IOException {
    known.put(container(9), HOME);
    handedOut.record(ContainerId.newContainerId(SECOND, 2), HOME);
    assertEquals(Collections.emptySet(), unseen(SECOND));
  }

  /** YARN continues with the first attempt, and so with its ids. */
  @Test
  public void attemptsShareContainerIdsInARemoteSubCluster() throws IOException {
    known.put(container(8), OTHER);
    known.put(container(9), OTHER);
    assertEquals("the first one may have been handed them", Collections.emptySet(), unseen(SECOND));
    handedOut.record(container(8), OTHER);
    assertEquals(Collections.singleton(container(9)), unseen(SECOND));
  }

  @Test
  public void deliveriesBeforeTheRestartAreKnown() throws IOException {
    handedOut.record(container(3), OTHER);
    handedOut = DeliveredContainerTracker.read(handedOut.image());
    handedOut.record(container(4), OTHER);
    assertTrue(handedOut.wasDeliveredBeforeRestart(container(3), OTHER));
    assertFalse("since", handedOut.wasDeliveredBeforeRestart(container(4), OTHER));
    assertFalse(handedOut.wasDeliveredBeforeRestart(container(1), HOME));
    assertFalse(handedOut.wasDeliveredBeforeRestart(container(1), null));
  }

  @Test
  public void onlyLaterContainersAreUndeliveredAfterAMissingRecord() throws IOException {
    handedOut = DeliveredContainerTracker.read(null);
    known.put(container(4), OTHER);
    known.put(container(6), HOME);
    assertEquals(Collections.emptySet(), unseen());
    handedOut.record(container(5), HOME);
    assertEquals(Collections.singleton(container(6)), unseen());
  }

  @Test
  public void recordOfAnotherFormatIsRefused() {
    assertThrows(
        IOException.class, () -> DeliveredContainerTracker.read(new byte[] {0, 0, 0, 9, 1}));
  }
}
