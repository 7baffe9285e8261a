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
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.junit.Test;

public class PolicyWatchTest {
  private final FederationStateStore store = mock(FederationStateStore.class);

  private static SubClusterPolicyConfiguration policy(String type) {
    return SubClusterPolicyConfiguration.newInstance("q", type, ByteBuffer.allocate(0));
  }

  private void holds(SubClusterPolicyConfiguration policy) throws YarnException {
    when(store.getPolicyConfiguration(any()))
        .thenReturn(
            policy == null ? null : GetSubClusterPolicyConfigurationResponse.newInstance(policy));
  }

  @Test
  public void whatIsPublishedIsSeenAndStaysWhileTheStoreIsDownOrEmpty() throws Exception {
    PolicyWatch watch = new PolicyWatch(0, null);
    PolicyWatch.Watched watched = watch.watch(store, policy("first"), "a");
    holds(policy("second"));
    watch.look();
    assertEquals("second", watched.latest().getType());
    holds(null);
    watch.look();
    assertEquals("deleted for others", "second", watched.latest().getType());
    when(store.getPolicyConfiguration(any())).thenThrow(new YarnException("down"));
    watch.look();
    assertEquals("second", watched.latest().getType());
  }

  @Test
  public void applicationsOfOneQueueWatchTogether() {
    PolicyWatch watch = new PolicyWatch(0, null);
    PolicyWatch.Watched one = watch.watch(store, policy("first"), "a");
    PolicyWatch.Watched other = watch.watch(store, policy("first"), "a");
    assertTrue(one == other);
  }

  @Test
  public void withoutAnIntervalTheStoreIsNeverAsked() throws Exception {
    PolicyWatch watch = new PolicyWatch(0, null);
    assertNotNull(watch.watch(store, policy("first"), "a"));
    assertEquals("and no age is shown", 0, watch.ageMs());
    verify(store, never()).getPolicyConfiguration(any());
  }
}
