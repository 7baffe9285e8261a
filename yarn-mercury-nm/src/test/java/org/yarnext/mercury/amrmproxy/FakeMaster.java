// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.DistributedSchedulingAllocateRequest;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.RequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.mercury.application.Requests;

/**
 * An unmodified application as YARN's client library makes it: asks in absolute numbers, subtracts
 * what it gets, and repeats after a failure what it asked.
 */
final class FakeMaster {
  final Map<Integer, Integer> outstanding = new TreeMap<>();
  final Map<ContainerId, Container> got = new LinkedHashMap<>();

  /** Whether scheduling is not distributed where it runs. */
  boolean undistributed;

  /** Containers that stock's scheduler in front adds to the next successful response. */
  final List<Container> elsewhere = new ArrayList<>();

  private ResourceBlacklistRequest blacklist;
  private final Set<Integer> changed = new TreeSet<>();
  private final Set<NodeId> tokens = new HashSet<>();
  private List<ResourceRequest> unanswered;
  private int responseId;
  private boolean failed;

  /** Sets the blacklist changes of the next call. */
  void blacklist(List<String> more, List<String> fewer) {
    blacklist = ResourceBlacklistRequest.newInstance(more, fewer);
  }

  void ask(int priority, int more) {
    outstanding.merge(priority, more, Integer::sum);
    changed.add(priority);
  }

  /**
   * Takes back what it asked; while a call of its own is open it does not know what it has.
   *
   * @return how many
   */
  int cancel(int priority, int most) {
    int fewer = failed || repeats() ? 0 : Math.min(most, outstanding.getOrDefault(priority, 0));
    ask(priority, -fewer);
    return fewer;
  }

  /** Makes it repeat all requests, as after a registration. */
  void registered() {
    responseId = 0;
    unanswered = null;
    failed = false;
    changed.addAll(outstanding.keySet());
  }

  /**
   * Calls once.
   *
   * @return what it got
   */
  List<Container> call(RequestInterceptor chain) throws YarnException, IOException {
    return take(send(chain));
  }

  AllocateResponse send(RequestInterceptor chain) throws YarnException, IOException {
    // A call whose answer was lost is repeated as it was.
    if (unanswered == null) {
      unanswered = new ArrayList<>();
      for (int priority : changed) {
        unanswered.add(Requests.any(priority, outstanding.get(priority)));
      }
      changed.clear();
    }
    List<ResourceRequest> asks = unanswered;
    AllocateRequest allocate =
        AllocateRequest.newInstance(responseId, 0, asks, new ArrayList<>(), blacklist);
    blacklist = null;
    DistributedSchedulingAllocateRequest request =
        Records.newRecord(DistributedSchedulingAllocateRequest.class);
    request.setAllocateRequest(allocate);
    request.setAllocatedContainers(elsewhere);
    try {
      return undistributed
          ? chain.allocate(allocate)
          : chain.allocateForDistributedScheduling(request).getAllocateResponse();
    } catch (YarnException | IOException e) {
      unanswered.forEach(ask -> changed.add(ask.getPriority().getPriority()));
      unanswered = null;
      failed = true;
      throw e;
    }
  }

  List<Container> take(AllocateResponse response) {
    responseId = response.getResponseId();
    unanswered = null;
    failed = false;
    Set<NodeId> sent = new HashSet<>();
    for (NMToken token : response.getNMTokens()) {
      assertTrue("twice: " + token, sent.add(token.getNodeId()));
      assertTrue("of no node: " + token, token.getNodeId().getPort() > 0);
      tokens.add(token.getNodeId());
    }
    for (Container c : response.getAllocatedContainers()) {
      assertNull("used twice: " + c.getId(), got.put(c.getId(), c));
      assertTrue("a token for " + c.getNodeId(), tokens.contains(c.getNodeId()));
      int left = outstanding.merge(c.getPriority().getPriority(), -1, Integer::sum);
      assertTrue("more than asked of priority " + c.getPriority(), left >= 0);
    }
    return response.getAllocatedContainers();
  }

  /** Whether the next call is one whose answer was lost. */
  boolean repeats() {
    return unanswered != null;
  }

  int outstanding() {
    return outstanding.values().stream().mapToInt(n -> n).sum();
  }

  long opportunistic() {
    return got.values().stream()
        .filter(c -> c.getExecutionType() == ExecutionType.OPPORTUNISTIC)
        .count();
  }
}
