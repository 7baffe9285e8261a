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
package org.yarnext.mercury.master;

import static org.apache.hadoop.yarn.api.records.ExecutionType.GUARANTEED;
import static org.apache.hadoop.yarn.api.records.ExecutionType.OPPORTUNISTIC;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.master.Requests.any;
import static org.yarnext.mercury.master.Requests.ask;
import static org.yarnext.mercury.master.Requests.container;
import static org.yarnext.mercury.master.Requests.opportunistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.Test;

/** The table that is sent whole when all else fails says what the master would say. */
public class StatedAsksTest {
  private final StatedAsks stated = new StatedAsks();

  private List<ResourceRequest> state(ResourceRequest... requests) {
    return stated.state(Arrays.asList(requests));
  }

  @Test
  public void theLastStatementOfAnEntryCounts() {
    state(any(1, 5), ask(1, "10.0.0.1", 5));
    state(any(1, 3));
    assertEquals(Arrays.asList(any(1, 3), ask(1, "10.0.0.1", 5)), stated.all());
    assertNotSame("copies", stated.all().get(0), stated.all().get(0));
  }

  @Test
  public void grantsAreTakenFromTheirLine() {
    state(any(1, 2), ask(1, "10.0.0.1", 2), any(2, 2), opportunistic(any(2, 2)));
    stated.granted(container(1, 1, GUARANTEED));
    assertEquals(any(1, 1), stated.all().get(0));
    assertEquals(ask(1, "10.0.0.1", 1), stated.all().get(1));
    stated.granted(container(2, 2, OPPORTUNISTIC));
    assertEquals(expected("g1", 1, "g2", 2, "q2", 1), Requests.totals(stated.all()));
    stated.granted(container(3, 2, OPPORTUNISTIC));
    stated.granted(container(4, 2, OPPORTUNISTIC));
    assertEquals(
        "the other type's", expected("g1", 1, "g2", 1, "q2", 0), Requests.totals(stated.all()));
  }

  private static Map<String, Integer> expected(Object... kv) {
    Map<String, Integer> map = new TreeMap<>();
    for (int i = 0; i < kv.length; i += 2) {
      map.put((String) kv[i], (Integer) kv[i + 1]);
    }
    return map;
  }

  @Test
  public void roundedUpSizesAreTakenToo() {
    state(any(1, 2));
    stated.granted(container(1, 1, GUARANTEED, Resource.newInstance(2048, 1)));
    stated.granted(container(2, 3, GUARANTEED));
    assertEquals(1, stated.all().get(0).getNumContainers());
    for (int i = 0; i < 3; i++) {
      stated.granted(container(3 + i, 1, GUARANTEED));
    }
    assertEquals("never below nothing", 0, stated.all().get(0).getNumContainers());
  }

  @Test
  public void whatIsTakenBackIsAsBefore() {
    state(any(1, 5));
    List<ResourceRequest> before = stated.all();
    List<ResourceRequest> undo = state(any(1, 7), any(2, 1), any(1, 9), any(2, 3));
    stated.state(undo);
    assertEquals("what is over first", any(2, 0), stated.all().get(0));
    assertEquals(before.get(0), stated.all().get(1));
  }

  @Test
  public void aSizeThatCameBackIsStatedAfterTheOneThatIsOver() {
    ResourceRequest large = any(1, 5);
    large.setCapability(Resource.newInstance(2048, 1));
    ResourceRequest noLarge = ResourceRequest.clone(large);
    noLarge.setNumContainers(0);
    state(any(1, 5));
    state(any(1, 0), large);
    state(noLarge, any(1, 5));
    assertEquals(Arrays.asList(noLarge, any(1, 5)), stated.all());
  }

  @Test
  public void whatIsOverIsForgottenOneCallLater() {
    state(any(1, 1), any(2, 1));
    stated.granted(container(1, 1, GUARANTEED));
    stated.settled();
    assertEquals("a scheduler may have a rest of it", 2, stated.all().size());
    stated.settled();
    assertEquals(Collections.singletonList(any(2, 1)), stated.all());
    state(any(2, 0));
    stated.settled();
    state(any(2, 4));
    stated.settled();
    assertEquals(Collections.singletonList(any(2, 4)), stated.all());
    stated.clear();
    assertTrue(stated.all().isEmpty());
  }

  /** An application may give each of its containers a request id of its own. */
  @Test
  public void aGrantTakesNoLongerTheMoreRequestIdsThereAre() {
    grantAllOf(8_000);
    long few = grantAllOf(2_000);
    long many = grantAllOf(32_000);
    assertTrue(few + " ns for 2,000, " + many + " ns for 32,000", many < 80 * few);
  }

  private static long grantAllOf(int ids) {
    StatedAsks stated = new StatedAsks();
    List<ResourceRequest> asks = new ArrayList<>();
    List<Container> granted = new ArrayList<>();
    for (int i = 0; i < ids; i++) {
      ResourceRequest ask = Requests.any(1, 1);
      ask.setAllocationRequestId(i);
      asks.add(ask);
      Container c = Requests.container(i + 1, 1, ExecutionType.GUARANTEED);
      c.setAllocationRequestId(i);
      granted.add(c);
    }
    stated.state(asks);
    long start = System.nanoTime();
    for (Container c : granted) {
      stated.granted(c);
    }
    stated.settled();
    long ns = System.nanoTime() - start;
    assertTrue(stated.all().stream().allMatch(ask -> ask.getNumContainers() == 0));
    return ns;
  }
}
