// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import static org.yarnext.minicluster.federation.SampleFederation.SLOTS;
import static org.yarnext.minicluster.federation.SampleFederation.allocated;

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
  private SampleFederation federation;

  @Before
  public void start() throws Exception {
    federation = SampleFederation.start("federated-job-end");
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
    awaitEmpty(home);
    other.expireUnmanagedMasters();
    awaitEmpty(other);
  }

  private void awaitEmpty(SubClusterProcess where) {
    Await.until(
        () -> "nothing of the job to be left in " + where.name() + ": " + federation.state(),
        FederatedJob.PATIENCE_MS,
        () -> isEmpty(where));
  }

  private static boolean isEmpty(SubClusterProcess where) {
    return where.clusterMetric("activeNodes") == 1
        && allocated(where) == 0
        && where.clusterMetric("containersPending") == 0
        && where.clusterMetric("appsPending") + where.clusterMetric("appsRunning") == 0;
  }
}
