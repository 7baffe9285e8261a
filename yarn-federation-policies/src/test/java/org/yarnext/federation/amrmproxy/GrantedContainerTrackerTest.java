// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;

/** Containers that are released, and when they count as released. */
public class GrantedContainerTrackerTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  private static final SubClusterId HOME = SubClusterId.newInstance("home");
  private static final Priority PRIORITY = Priority.newInstance(20);
  private static final Resource SIZE = Resource.newInstance(1024, 1);

  private final List<byte[]> kept = new ArrayList<>();
  private SplitLedgerAdapter book;
  private GuardedSplitLedger ledger;
  private GrantedContainerTracker granted;

  @Before
  public void nobodyWantsWhatWasAskedFor() {
    Configuration conf = new Configuration();
    conf.set("yarn.federation.policies.split.mode", "on");
    SplitHook hook = SplitHook.of(conf);
    book = new SplitLedgerAdapter(hook.rules(), host -> null);
    ledger = new GuardedSplitLedger(hook, "application", hook.mode(), book, this);
    granted = new GrantedContainerTracker(hook, book, ledger);
    granted.storeIn(kept::add);
    request(4);
    request(0);
  }

  private void request(int count) {
    ledger.split(
        Collections.singletonList(
            ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, SIZE, count)),
        () ->
            new SplitLedgerAdapter.Destinations(
                Collections.singletonMap(HOME, 1f),
                Collections.emptySet(),
                Collections.emptySet(),
                HOME,
                null),
        0);
  }

  private static ContainerId id(int number) {
    return ContainerId.newContainerId(ATTEMPT, number);
  }

  /** The part that the application sees. */
  private List<Container> grant(int number) {
    AllocateResponse response = response(number);
    book.answered(HOME, response);
    granted.filterGranted(response, Collections.singletonMap(id(number), HOME), null, 0);
    return response.getAllocatedContainers();
  }

  private static AllocateResponse response(int number) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setAllocatedContainers(
        Collections.singletonList(
            Container.newInstance(
                id(number), NodeId.newInstance("host", 1), "host:2", SIZE, PRIORITY, null)));
    return response;
  }

  private List<ContainerId> givenBackWith(ContainerId... own) {
    AllocateRequest request =
        AllocateRequest.newInstance(
            0, 0, new ArrayList<>(), new ArrayList<>(Arrays.asList(own)), null);
    granted.addReleases(request);
    return request.getReleaseList();
  }

  @Test
  public void unwantedContainerIsReleasedUntilACallSucceeds() {
    assertTrue(grant(1).isEmpty());
    assertEquals(Collections.singletonList(id(1)), givenBackWith());
    assertEquals("the call failed", Collections.singletonList(id(1)), givenBackWith());
    assertTrue("granted meanwhile", grant(2).isEmpty());
    granted.releasesSent();
    assertEquals(Collections.singletonList(id(2)), givenBackWith());
    granted.releasesSent();
    assertEquals(Collections.emptyList(), givenBackWith());
  }

  /** Stock hands the application's thread an answer before it tells the policy of it. */
  @Test
  public void containerDeliveredBeforeTheResponseIsCounted() {
    request(1);
    AllocateResponse first = response(1);
    granted.filterGranted(first, Collections.singletonMap(id(1), HOME), null, 0);
    assertEquals(1, first.getAllocatedContainers().size());
    assertEquals(1, (long) book.counts().get("granted"));
    AllocateResponse second = response(2);
    granted.filterGranted(second, Collections.singletonMap(id(2), HOME), null, 0);
    assertTrue("in excess", second.getAllocatedContainers().isEmpty());
  }

  /** A repeated request may cross a grant, and be granted once more. */
  @Test
  public void grantBeforeTheLastRequestIsAcknowledgedIsInExcess() {
    request(1);
    answers(3);
    assertEquals(1, grant(1).size());
    request(0);
    assertTrue("it may not have heard of that", grant(2).isEmpty());
    assertEquals(1, (long) book.counts().get("excess"));
    answers(2);
    request(0);
    assertEquals("long over: the application's own business", 1, grant(3).size());
  }

  private void answers(int count) {
    for (int i = 0; i < count; i++) {
      book.answered(HOME, Records.newRecord(AllocateResponse.class));
    }
  }

  @Test
  public void releasesOfTheApplicationStayInTheCall() {
    grant(1);
    assertEquals(Arrays.asList(id(1), id(9)), givenBackWith(id(9)));
  }

  @Test
  public void endOfAWithheldContainerIsHiddenOnceAndBounded() {
    for (int i = 0; i <= 10_000; i++) {
      grant(i);
    }
    assertEquals("forgotten", 1, endsSeen(0));
    assertEquals(0, endsSeen(1));
    assertEquals("it cannot end twice", 1, endsSeen(1));
    ledger.giveUp();
    assertEquals("also once it is given up", 0, endsSeen(2));
  }

  @Test
  public void endOfALaterDeliveredContainerIsSeen() {
    grant(1);
    granted.recordDelivery(response(1), Collections.singletonMap(id(1), HOME));
    assertEquals(1, endsSeen(1));
    assertEquals("nor is it given back", Collections.emptyList(), givenBackWith());
  }

  @Test
  public void containersOfEarlierAttemptsAreRecordedOnRegistration() throws Exception {
    SubClusterId other = SubClusterId.newInstance("other");
    Map<ContainerId, SubClusterId> owners = new HashMap<>();
    owners.put(id(7), other);
    owners.put(id(8), HOME);
    RegisterApplicationMasterResponse response =
        Records.newRecord(RegisterApplicationMasterResponse.class);
    response.setContainersFromPreviousAttempts(
        Arrays.asList(
            response(7).getAllocatedContainers().get(0),
            response(8).getAllocatedContainers().get(0),
            response(9).getAllocatedContainers().get(0)));
    granted.recordEarlierContainers(response, owners, HOME);
    DeliveredContainerTracker remembered = DeliveredContainerTracker.read(kept.get(0));
    assertTrue(remembered.wasDeliveredBeforeRestart(id(7), other));
    assertFalse("its attempts count again", remembered.wasDeliveredBeforeRestart(id(8), HOME));
  }

  private int endsSeen(int number) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setCompletedContainersStatuses(
        Collections.singletonList(
            ContainerStatus.newInstance(id(number), ContainerState.COMPLETE, "", 0)));
    granted.hideCompletions(response);
    return response.getCompletedContainersStatuses().size();
  }

  @Test
  public void abandonedApplicationGetsEachContainer() {
    ledger.giveUp();
    assertEquals(1, grant(1).size());
    assertEquals(Collections.emptyList(), givenBackWith());
  }

  @Test
  public void deliveriesAreSavedOnlyIfTheyAddInformation() {
    Map<ContainerId, SubClusterId> owners = new HashMap<>();
    owners.put(id(1), HOME);
    owners.put(id(2), HOME);
    granted.recordDelivery(response(2), owners);
    granted.recordDelivery(response(1), owners);
    assertEquals("a later one was handed out before", 1, kept.size());
    ledger.giveUp();
    owners.put(id(3), HOME);
    granted.recordDelivery(response(3), owners);
    assertEquals("stock remembers nothing", 1, kept.size());
  }
}
