// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
    start(scheduler, new OpenTaskClient(scheduler));
  }

  /** The same with this client; returns what it is called through. */
  static AMRMClientAsyncWrapper start(OpenTaskScheduler scheduler, OpenTaskClient client)
      throws Exception {
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
