// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.MinimumResourceCache;
import org.yarnext.elastic.rm.sizing.PlacementContext;
import org.yarnext.elastic.rm.sizing.ReducedPendingAsk;

/** Resources beside memory and vcores, some with units, stay what they are. */
public class OtherResourcesTest {
  @Before
  public void types() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, "scratch,card");
    conf.set(YarnConfiguration.RESOURCE_TYPES + ".scratch.units", "Gi");
    ResourceUtils.resetResourceTypes(conf);
  }

  @After
  public void stocks() {
    ResourceUtils.resetResourceTypes(new Configuration(false));
  }

  private static Resource size(long mb, long scratch, String unit, long cards) {
    Resource size = Resource.newInstance(mb, 2);
    size.setResourceInformation(
        "scratch", ResourceInformation.newInstance("scratch", unit, scratch));
    size.setResourceValue("card", cards);
    return size;
  }

  private static void assertIs(Resource expected, Resource size) {
    assertEquals(expected.toString(), size.toString());
    for (ResourceInformation type : expected.getResources()) {
      ResourceInformation its = size.getResourceInformation(type.getName());
      assertEquals(type.getName(), type.getUnits(), its.getUnits());
      assertEquals(type.getName(), type.getValue(), its.getValue());
    }
  }

  @Test
  public void smallerRequestKeepsItsOtherResources() {
    for (String unit : new String[] {"Gi", "Mi", "G", ""}) {
      Resource requested = size(1024, 500, unit, 3);
      assertIs(size(512, 500, unit, 3), ReducedPendingAsk.withMemory(requested, 512));
      assertIs(size(256, 500, unit, 3), new MinimumResourceCache().of(requested, 256));
      PlacementContext.Grant grant =
          new PlacementContext.Grant(
              Resource.newInstance(1024, 1), Decision.of(512L, FixedPolicies.Why.HALVED));
      assertIs(
          size(512, 500, unit, 3),
          ReducedPendingAsk.of(new PendingAsk(requested, 1), grant).getPerAllocationResource());
      assertIs(size(1024, 500, unit, 3), requested);
    }
  }

  @Test
  public void masterSeesOtherResourcesUnchanged() {
    ApplicationAttemptId attempt =
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    Container container =
        Container.newInstance(
            ContainerId.newContainerId(attempt, 1),
            NodeId.newInstance("n", 1),
            "n:2",
            size(512, 5, "Gi", 3),
            Priority.newInstance(20),
            null);
    assertIs(size(1024, 5, "Gi", 3), ElasticAmsProcessor.withMemory(container, 1024).getResource());
    assertIs(size(512, 5, "Gi", 3), container.getResource());
  }

  @Test
  public void requestForAReservedExtraResourceCompetes() {
    Resource kept = size(8192, 0, "Gi", 4);
    assertTrue(ReservationManager.competes(size(1024, 0, "Gi", 1), kept));
    assertFalse(ReservationManager.competes(size(1024, 5, "Mi", 0), kept));
    assertFalse(ReservationManager.competes(size(1024, 5, "Gi", 1), size(8192, 0, "Gi", 0)));
  }
}
