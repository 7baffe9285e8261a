// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.yarnext.minicluster.federation.SampleFederation.SLOTS;
import static org.yarnext.minicluster.federation.SampleFederation.allocated;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.minicluster.cluster.SubClusterProcess;
import org.yarnext.minicluster.process.Await;

/**
 * A job that is killed leaves nothing in any sub-cluster. Stock's Router kills it in its home
 * alone; the other sub-clusters notice when its unmanaged master there expires.
 */
public class FederatedJobEndTest {
  private static final String EXPIRY_MS = "20000";

  /** Must be shorter than the default. */
  private static final String NODE_EXPIRY_MS = "15000";

  private SampleFederation federation;

  @Before
  public void start() throws Exception {
    Map<String, String> expiry = new HashMap<>();
    expiry.put(YarnConfiguration.RM_AM_EXPIRY_INTERVAL_MS, EXPIRY_MS);
    expiry.put(YarnConfiguration.RM_NM_EXPIRY_INTERVAL_MS, NODE_EXPIRY_MS);
    federation = SampleFederation.start("federated-job-end", expiry);
  }

  @After
  public void stopAndLeaveNothing() throws Exception {
    if (federation != null) {
      federation.close();
    }
  }

  /** The job has containers in both sub-clusters, and its pending requests are outside its home. */
  @Test
  public void killedJobLeavesNothingPendingInAnySubCluster() throws Exception {
    SubClusterProcess home = federation.cluster().subCluster(0);
    SubClusterProcess other = federation.cluster().subCluster(1);
    FederatedJob job = new FederatedJob(federation);
    job.await(home, "containersAllocated", SLOTS);
    job.await(other, "containersAllocated", SLOTS);
    job.awaitWaiting();
    federation.publish(0, 1);
    job.awaitAllWaitIn(other, home);
    job.kill();
    Await.until(
        () -> "nothing to be left of the job: " + federation.state(),
        FederatedJob.PATIENCE_MS,
        () -> isEmpty(home) && isEmpty(other));
  }

  private static boolean isEmpty(SubClusterProcess where) {
    return where.clusterMetric("activeNodes") == 1
        && allocated(where) == 0
        && where.clusterMetric("containersPending") == 0
        && where.clusterMetric("appsPending") + where.clusterMetric("appsRunning") == 0;
  }
}
