// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.EnhancedHeadroom;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.federation.policy.split.SplitSettings;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** When a sub-cluster that does not answer is lost, and when it is tried again. */
public class SplitLedgerAdapterTest {
  private static final SubClusterId A = SubClusterId.newInstance("a");
  private static final SubClusterId B = SubClusterId.newInstance("b");
  private static final long MINUTE_MS = 60_000;

  private SplitLedgerAdapter book =
      new SplitLedgerAdapter(new SplitSettings(Relaxation.NONE, 0, 0, 0), host -> null);
  private final Set<SubClusterId> timedOut = new HashSet<>(Collections.singleton(B));
  private final Map<SubClusterId, Float> weights = new HashMap<>();

  @Before
  public void twoSubClusters() {
    weights.put(A, 1f);
    weights.put(B, 1f);
  }

  private String split(long nowMs, ResourceRequest... requests) {
    Map<String, String> texts = new TreeMap<>();
    Map<SubClusterId, List<ResourceRequest>> split =
        book.split(
            Arrays.asList(requests),
            new SplitLedgerAdapter.Destinations(weights, Collections.emptySet(), timedOut, A, null),
            nowMs);
    split.forEach(
        (to, list) -> {
          StringBuilder text = new StringBuilder();
          list.forEach(request -> text.append(request.getNumContainers()).append(' '));
          texts.put(to.getId(), text.toString().trim());
        });
    return texts.toString();
  }

  private static ResourceRequest request(int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(20), ResourceRequest.ANY, Resource.newInstance(1024, 1), count);
  }

  private void answer(SubClusterId from) {
    book.answered(from, Records.newRecord(AllocateResponse.class));
  }

  /**
   * Answers for a sub-cluster with a number of pending containers per core; 0 means that it has
   * room.
   */
  private void answer(SubClusterId from, int load) {
    AllocateResponse response = Records.newRecord(AllocateResponse.class);
    response.setEnhancedHeadroom(EnhancedHeadroom.newInstance(100 * load, 100));
    response.setAvailableResources(Resource.newInstance(load == 0 ? 100 * 1024 : 0, 100));
    book.answered(from, response);
  }

  /** YARN adds the containers that all applications wait for as an int. */
  @Test
  public void overflowOfPendingContainersIsHighLoad() {
    timedOut.clear();
    assertEquals("{a=1, b=1}", split(1, request(2)));
    for (SubClusterId from : Arrays.asList(A, B)) {
      AllocateResponse response = Records.newRecord(AllocateResponse.class);
      response.setEnhancedHeadroom(EnhancedHeadroom.newInstance(from == A ? -1 : 10, 100));
      book.answered(from, response);
    }
    assertEquals("{a=0 3, b=0 11}", split(2, request(14)));
  }

  @Test
  public void subClusterThatNeverRespondedIsRetriedWithBackoff() {
    assertEquals("{a=2, b=2}", split(1, request(4)));
    answer(A);
    answer(A);
    assertEquals("it has a minute", "{}", split(MINUTE_MS));
    assertEquals("and is tried, with nothing asked", "{a=0 4, b=}", split(MINUTE_MS + 2));
    assertEquals("{}", split(2 * MINUTE_MS));
    long triedMs = MINUTE_MS + 2;
    for (int minutes : new int[] {1, 2, 4, 8, 8}) {
      triedMs += minutes * MINUTE_MS;
      assertEquals("not yet", "{}", split(triedMs - 1));
      assertEquals(minutes + " minutes later", "{b=}", split(triedMs));
    }
  }

  /** YARN sends the first call to a sub-cluster last, after all that it was given meanwhile. */
  @Test
  public void nothingFollowsTheFirstCallBeforeItsResponse() {
    timedOut.clear();
    assertEquals("{a=2, b=2}", split(1, request(4)));
    assertEquals("the home has registered", "{a=0 5}", split(2, request(10)));
    assertEquals("{}", split(3));
    answer(B);
    assertEquals("{b=0 5}", split(4));
    assertEquals("{a=0, b=2}", split(5, request(2)));
  }

  @Test
  public void subClusterReceivesAllRequestsOnceItResponds() {
    split(1, request(4));
    answer(A);
    answer(A);
    assertEquals("{a=0 4, b=}", split(MINUTE_MS + 2));
    answer(A);
    answer(A);
    timedOut.clear();
    answer(B);
    assertEquals("what it was told may not have arrived", "{a=2, b=0}", split(MINUTE_MS + 3));
    for (int i = 0; i < 2; i++) {
      answer(A);
      answer(B);
    }
    assertEquals("{b=2}", split(MINUTE_MS + 4));
  }

  @Test
  public void subClusterThatRespondedOnceIsNotRetried() {
    split(1, request(4));
    answer(A);
    answer(B);
    assertEquals("lost at once, and not tried", "{a=0 4}", split(2));
    assertEquals("{}", split(10 * MINUTE_MS));
  }

  /** This happens to a second attempt's master if YARN could not register the application again. */
  @Test
  public void subClusterThatNeverRespondedIsLostRegardlessOfYarn() {
    timedOut.clear();
    assertEquals("{a=2, b=2}", split(1, request(4)));
    answer(A);
    answer(A);
    assertEquals("it has a minute", "{}", split(MINUTE_MS));
    assertEquals("{a=0 4, b=}", split(10 * MINUTE_MS));
  }

  @Test
  public void nothingMovesToASubClusterThatNeverResponded() {
    timedOut.clear();
    relaxing();
    assertEquals("{a=2, b=2}", split(1, request(4)));
    answer(A, 1);
    answer(A, 1);
    assertEquals("{}", split(6_001));
    answer(B, 0);
    assertEquals("it answers that it is idle", "{a=0}", split(6_002));
    answer(A, 1);
    answer(A, 1);
    answer(B, 0);
    assertEquals("{b=0 4}", split(6_003));
  }

  private void relaxing() {
    book = new SplitLedgerAdapter(new SplitSettings(Relaxation.TIME, 5_000, 0, 0.1), host -> null);
  }

  @Test
  public void unusedSubClusterIsProbedBeforeRequestsMoveThere() {
    timedOut.clear();
    relaxing();
    weights.remove(B);
    assertEquals("{a=4}", split(1, request(4)));
    answer(A, 1);
    answer(A, 1);
    weights.put(B, 1f);
    assertEquals("{}", split(2));
    assertEquals("with nothing asked", "{b=}", split(6_001));
    assertEquals("once", "{}", split(6_002));
    answer(B, 0);
    assertEquals("{a=0}", split(6_003));
  }

  @Test
  public void responseTimeoutBeginsWithTheFirstCall() throws Exception {
    split(1, request(4));
    SplitLedgerAdapter next =
        new SplitLedgerAdapter(new SplitSettings(Relaxation.NONE, 0, 0, 0), host -> null);
    next.restore(book.image(), 0);
    book = next;
    assertEquals("{a=0 2, b=0 2}", split(5 * MINUTE_MS, request(4)));
    assertEquals("{}", split(6 * MINUTE_MS));
  }

  @Test
  public void grantTimeDoesNotGrowWithTheNumberOfRequestIds() {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      few = Math.min(few, grantAllOf(1_000));
      many = Math.min(many, grantAllOf(8_000));
    }
    assertTrue(few + " ns for 1,000, " + many + " ns for 8,000", many < 40 * few);
  }

  private long grantAllOf(int ids) {
    book = new SplitLedgerAdapter(new SplitSettings(Relaxation.NONE, 0, 0, 0), host -> null);
    ResourceRequest[] requests = new ResourceRequest[ids];
    Container[] containers = new Container[ids];
    for (int i = 0; i < ids; i++) {
      requests[i] = request(1);
      requests[i].setAllocationRequestId(i);
      containers[i] = Records.newRecord(Container.class);
      containers[i].setNodeId(NodeId.newInstance("h", 1));
      containers[i].setPriority(Priority.newInstance(20));
      containers[i].setResource(Resource.newInstance(2048, 1));
      containers[i].setAllocationRequestId(i);
    }
    split(1, requests);
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean(); // others may have the processor
    long start = cpu.getCurrentThreadCpuTime();
    for (Container container : containers) {
      assertTrue(book.isWanted(container, A, null, 2));
    }
    long ns = cpu.getCurrentThreadCpuTime() - start;
    assertFalse("each was granted", book.isWanted(containers[0], A, null, 3));
    return ns;
  }
}
