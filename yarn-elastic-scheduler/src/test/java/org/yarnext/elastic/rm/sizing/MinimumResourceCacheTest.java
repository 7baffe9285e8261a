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
package org.yarnext.elastic.rm.sizing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;

import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;

public class MinimumResourceCacheTest {
  private final MinimumResourceCache least = new MinimumResourceCache();

  @Test
  public void itIsTheAskWithOtherMemory() {
    Resource asked = Resource.newInstance(1024, 3);
    assertEquals(Resource.newInstance(256, 3), least.of(asked, 256));
    assertEquals(Resource.newInstance(1024, 3), asked);
  }

  @Test
  public void itIsMadeOnceForAnAskAndAnewForAnother() {
    Resource map = Resource.newInstance(1024, 1);
    Resource reducer = Resource.newInstance(2048, 2);
    Resource made = least.of(map, 256);
    assertSame(made, least.of(map, 256));
    assertEquals(Resource.newInstance(256, 2), least.of(reducer, 256));
    assertEquals(Resource.newInstance(256, 1), least.of(map, 256));
    assertEquals(Resource.newInstance(512, 1), least.of(map, 512));
    map.setVirtualCores(4);
    assertEquals(Resource.newInstance(512, 4), least.of(map, 512));
  }
}
