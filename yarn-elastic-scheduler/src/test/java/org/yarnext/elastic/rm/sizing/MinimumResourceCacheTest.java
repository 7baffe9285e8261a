// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;

public class MinimumResourceCacheTest {
  private final MinimumResourceCache cache = new MinimumResourceCache();

  @Test
  public void minimumIsTheRequestWithLessMemory() {
    Resource requested = Resource.newInstance(1024, 3);
    assertEquals(Resource.newInstance(256, 3), cache.of(requested, 256));
    assertEquals(Resource.newInstance(1024, 3), requested);
  }

  @Test
  public void minimumIsCachedPerRequest() {
    Resource map = Resource.newInstance(1024, 1);
    Resource reducer = Resource.newInstance(2048, 2);
    Resource made = cache.of(map, 256);
    assertSame(made, cache.of(map, 256));
    assertEquals(Resource.newInstance(256, 2), cache.of(reducer, 256));
    assertEquals(Resource.newInstance(256, 1), cache.of(map, 256));
    assertEquals(Resource.newInstance(512, 1), cache.of(map, 512));
    map.setVirtualCores(4);
    assertEquals(Resource.newInstance(512, 4), cache.of(map, 512));
  }
}
