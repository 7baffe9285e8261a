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
package org.apache.tez.dag.app.rm;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import java.util.EnumSet;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.proto.YarnServiceProtos.SchedulerResourceTypes;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.AMRMClientAsyncWrapper;

/** Starts a scheduler without a ResourceManager, which Tez allows in its own package alone. */
public final class OfflineScheduler {
  private OfflineScheduler() {}

  /** Starts it. */
  public static void start(OpenTaskScheduler scheduler) throws Exception {
    start(scheduler, scheduler.new TypedClient());
  }

  /** The same with this client; returns what it is called through. */
  static AMRMClientAsyncWrapper start(
      OpenTaskScheduler scheduler, OpenTaskScheduler.TypedClient client) throws Exception {
    scheduler.initialize();
    AMRMClientAsyncWrapper wrapper = spy(new AMRMClientAsyncWrapper(client, 1_000, scheduler));
    doNothing().when(wrapper).start();
    RegisterApplicationMasterResponse registered = mock(RegisterApplicationMasterResponse.class);
    when(registered.getSchedulerResourceTypes())
        .thenReturn(EnumSet.noneOf(SchedulerResourceTypes.class));
    doReturn(registered).when(wrapper).registerApplicationMaster(any(), anyInt(), any());
    scheduler.initialize(wrapper);
    scheduler.start();
    return wrapper;
  }
}
