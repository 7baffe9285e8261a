/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;
import static org.yarnext.mercury.master.Requests.any;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.junit.Test;
import org.yarnext.mercury.master.Requests;

public class PlacementBooksTest {
  private static final List<ResourceRequest> NOTHING = Collections.emptyList();

  private final RankedCluster cluster = new RankedCluster(3);
  private final PlacementBooks books =
      new PlacementBooks(mock(RMContext.class, RETURNS_DEEP_STUBS), cluster.nodes, 60_000);
  private final SchedulerApplicationAttempt application =
      mock(SchedulerApplicationAttempt.class, RETURNS_DEEP_STUBS);

  public PlacementBooksTest() {
    when(application.getApplicationAttemptId()).thenReturn(Requests.ATTEMPT);
    round();
  }

  private void round() {
    cluster.round(Collections.emptySet(), 10, 20, 30);
  }

  private SharedNodesBook call(ResourceRequest... asks) {
    List<ResourceRequest> list = new ArrayList<>();
    Collections.addAll(list, asks);
    SharedNodesBook book = books.open(application, list);
    if (book != null) {
      book.addToOutstandingReqs(list);
    }
    return book;
  }

  @Test
  public void whoAsksForNothingHasNoBook() {
    for (int i = 0; i < 2; i++) {
      assertNull(call());
      assertNull("nothing is cancelled", call(any(1, 0)));
      round();
    }
  }

  @Test
  public void aBookHasTheNodesOfTheLastRoundWhileSomethingWaits() {
    SharedNodesBook book = call(any(1, 2));
    Object node = book.getNodeMap().values().iterator().next();
    assertEquals(3, book.getNodeMap().size());
    books.close(Requests.ATTEMPT, book);
    round();
    assertSame(book, call());
    assertEquals(3, book.getNodeMap().size());
    assertNotSame(node, book.getNodeMap().values().iterator().next());
  }

  @Test
  public void anEmptyBookGoes() {
    SharedNodesBook book = call(any(1, 2));
    book.getOutstandingOpReqs().clear();
    books.close(Requests.ATTEMPT, book);
    assertEquals(null, books.open(application, NOTHING));
    assertNotSame(book, call(any(1, 1)));
  }

  @Test
  public void applicationsShareTheNodesOfARound() {
    SharedNodesBook book = call(any(1, 2));
    when(application.getApplicationAttemptId())
        .thenReturn(ApplicationAttemptId.newInstance(Requests.ATTEMPT.getApplicationId(), 2));
    SharedNodesBook other = call(any(1, 2));
    assertNotSame(book, other);
    assertSame(book.getNodeMap(), other.getNodeMap());
  }

  @Test
  public void nodesAreMappedAsYarnMapsThem() {
    List<RemoteNode> list = new ArrayList<>();
    for (String host : Arrays.asList("b", "a", "c", "a")) {
      list.add(RemoteNode.newInstance(NodeId.newInstance(host, 1 + list.size()), host + ":8042"));
    }
    OpportunisticContainerContext yarns = new OpportunisticContainerContext();
    SharedNodesBook ours = new SharedNodesBook();
    for (OpportunisticContainerContext each : Arrays.asList(yarns, ours)) {
      each.updateNodeList(list);
    }
    assertEquals(
        new ArrayList<>(yarns.getNodeMap().entrySet()),
        new ArrayList<>(ours.getNodeMap().entrySet()));
  }
}
