// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.job;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.junit.Test;

/** The memory that masters state, whatever the scheduler makes of it. */
public class RequestMemoryTableTest {
  private final Set<SchedulerRequestKey> waiting = new HashSet<>();
  private final RequestMemoryTable memory = new RequestMemoryTable(() -> waiting);

  private static ResourceRequest request(int priority, String place, long mb, int count) {
    return ResourceRequest.newInstance(
        Priority.newInstance(priority), place, Resource.newInstance(mb, 1), count);
  }

  private static SchedulerRequestKey key(int priority) {
    return SchedulerRequestKey.create(request(priority, ResourceRequest.ANY, 1, 1));
  }

  private void stated(long mb, int count) {
    memory.stated(Arrays.asList(request(20, ResourceRequest.ANY, mb, count)));
  }

  @Test
  public void statedMemoryIsUsed() {
    stated(2_100, 3);
    assertEquals(2_100, memory.of(key(20), 3_072, 1_024));
    assertEquals("of another request", 3_072, memory.of(key(10), 3_072, 1_024));
  }

  @Test
  public void onlyTheRequestForAnyHostSetsTheMemory() {
    stated(2_100, 3);
    memory.stated(Arrays.asList(request(20, "host", 2_500, 1), request(20, null, 2_500, 1)));
    assertEquals(2_100, memory.of(key(20), 3_072, 1_024));
  }

  @Test
  public void memoryOfAnUnrelatedSizeIsNotUsed() {
    stated(2_100, 3);
    assertEquals(2_048, memory.of(key(20), 2_048, 1_024));
    assertEquals(4_096, memory.of(key(20), 4_096, 1_024));
    assertEquals(2_100, memory.of(key(20), 2_100, 1));
  }

  @Test
  public void withdrawnRequestIsForgotten() {
    stated(2_100, 3);
    stated(2_100, 0);
    assertEquals(3_072, memory.of(key(20), 3_072, 1_024));
  }

  /** A master may state each request once, with an id of its own, and never withdraw it. */
  @Test
  public void requestsThatNoLongerWaitAreForgotten() {
    stated(2_100, 3);
    memory.stated(Arrays.asList(request(10, ResourceRequest.ANY, 2_100, 1)));
    waiting.add(key(10));
    for (int priority = 100; priority < 200; priority++) {
      memory.stated(Arrays.asList(request(priority, ResourceRequest.ANY, 2_100, 1)));
    }
    assertEquals("granted", 3_072, memory.of(key(20), 3_072, 1_024));
    assertEquals("still waits", 2_100, memory.of(key(10), 3_072, 1_024));
    assertEquals("just stated", 2_100, memory.of(key(199), 3_072, 1_024));
  }

  @Test
  public void requestWithoutASizeIsIgnored() {
    ResourceRequest empty = request(20, ResourceRequest.ANY, 1, 1);
    empty.setCapability(null);
    memory.stated(Arrays.asList(empty));
    assertEquals(3_072, memory.of(key(20), 3_072, 1_024));
  }
}
