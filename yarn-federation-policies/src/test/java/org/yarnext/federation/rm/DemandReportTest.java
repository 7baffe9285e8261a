// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import static org.junit.Assert.assertEquals;

import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.ClientRMService;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.Test;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;
import org.yarnext.federation.store.ShareStore;

/** The report of a ResourceManager on its queues and nodes. */
public class DemandReportTest extends ShareEnforcerTestBase {
  @Test
  public void queuesAreReported() throws Exception {
    enforcer().editSchedule();
    List<ShareStore.Report> reports = store.reports();
    assertEquals("[root.a, root.t, root.t.b, root.t.c]", paths(reports.get(0).demand()));
    assertEquals("x", reports.get(0).demand().name());
    assertEquals(60, reports.get(0).demand().queues().get("root.t").weight(), EXACT);
    assertEquals(1, reports.get(0).demand().queues().get("root.a").maximum(), EXACT);
    assertEquals(
        "of its parent", 0.63, reports.get(0).demand().queues().get("root.t.b").maximum(), EXACT);
  }

  @Test
  public void usersOfLeafQueuesAreReported() throws Exception {
    ShareEnforcer enforcer = enforcer();
    submit("alice", 1_024);
    submit("bob", 2_048);
    submit("bob", 1_024);
    Map<String, Map<String, QueueDemand>> users;
    long deadline = System.nanoTime() + 60_000_000_000L;
    do { // masters are requested by other threads
      enforcer.editSchedule();
      users = store.reports().get(0).demand().users();
    } while (waitingMb(users, "bob") < 3_072 && System.nanoTime() < deadline);
    assertEquals(3_072, waitingMb(users, "bob"), EXACT);
    assertEquals(1_024, waitingMb(users, "alice"), EXACT);
    assertEquals(Collections.singleton("root.a"), users.keySet());
    assertEquals(0, users.get("root.a").get("bob").used().get("memory-mb"), EXACT);
  }

  private static double waitingMb(Map<String, Map<String, QueueDemand>> users, String user) {
    QueueDemand amounts = users.getOrDefault("root.a", Collections.emptyMap()).get(user);
    return amounts == null ? 0 : amounts.waiting().get("memory-mb");
  }

  private void submit(String user, int masterMb) throws Exception {
    UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<?>)
                () -> {
                  ClientRMService client = resourceManager.getClientRMService();
                  ApplicationSubmissionContext job =
                      Records.newRecord(ApplicationSubmissionContext.class);
                  job.setApplicationId(
                      client
                          .getNewApplication(Records.newRecord(GetNewApplicationRequest.class))
                          .getApplicationId());
                  job.setQueue("a");
                  job.setResource(Resource.newInstance(masterMb, 1));
                  job.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
                  return client.submitApplication(SubmitApplicationRequest.newInstance(job));
                });
  }

  @Test
  public void labelledNodesDoNotCount() throws Exception {
    conf.setBoolean(YarnConfiguration.NODE_LABELS_ENABLED, true);
    conf.set(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR, folder.newFolder().toURI().toString());
    ShareEnforcer enforcer = enforcer();
    RMNodeLabelsManager labels = resourceManager.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Collections.singleton("gpu"));
    labels.addLabelsToNode(
        Collections.singletonMap(NodeId.newInstance("127.0.0.1", 2), Collections.singleton("gpu")));
    startNodes();
    enforcer.editSchedule();
    assertEquals(4096, store.reports().get(0).demand().capacity().get("memory-mb"), EXACT);
  }

  @Test
  public void coresAreReportedOnlyWhereTheSchedulerCountsThem() throws Exception {
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    SubClusterDemand report = store.reports().get(0).demand();
    assertEquals(Collections.singleton("memory-mb"), report.capacity().keySet());
    assertEquals(
        "by default each container counts one core, whatever it asks for",
        Collections.singleton("memory-mb"),
        report.queues().get("root.a").waiting().keySet());
  }

  @Test
  public void allDominantResourcesAreReported() throws Exception {
    conf.set(
        CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS,
        DominantResourceCalculator.class.getName());
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    SubClusterDemand report = store.reports().get(0).demand();
    assertEquals(8, report.capacity().get("vcores"), EXACT);
    assertEquals(0, report.queues().get("root.a").used().get("vcores"), EXACT);
  }

  @Test
  public void allNodesCountWithoutLabels() throws Exception {
    ShareEnforcer enforcer = enforcer();
    startNodes();
    enforcer.editSchedule();
    assertEquals(8192, store.reports().get(0).demand().capacity().get("memory-mb"), EXACT);
  }

  /** Two alike, on ports 1 and 2. */
  private void startNodes() throws Exception {
    Resource each = Resource.newInstance(4096, 4);
    for (int port = 1; port <= 2; port++) {
      resourceManager
          .getResourceTrackerService()
          .registerNodeManager(
              RegisterNodeManagerRequest.newInstance(
                  NodeId.newInstance("127.0.0.1", port),
                  port,
                  each,
                  YarnVersionInfo.getVersion(),
                  Collections.emptyList(),
                  Collections.emptyList(),
                  Collections.emptySet()));
    }
    Resource both = Resources.multiply(each, 2);
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!resourceManager.getResourceScheduler().getClusterResource().equals(both)
        && System.nanoTime() < deadline) {
      Thread.yield();
    }
  }

  private static String paths(SubClusterDemand report) {
    return report.queues().keySet().toString();
  }
}
