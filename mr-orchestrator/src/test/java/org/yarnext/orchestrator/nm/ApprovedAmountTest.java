// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.nm.tasks.ContainerEntitlement;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;
import org.yarnext.orchestrator.nm.tasks.NodeOrchestratorMetrics;
import org.yarnext.orchestrator.nm.tasks.NodeTask;
import org.yarnext.orchestrator.nm.tasks.TaskContainer;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;
import org.yarnext.orchestrator.policy.actuation.ActuationPlanner;
import org.yarnext.orchestrator.policy.actuation.MinimumResources;
import org.yarnext.orchestrator.policy.actuation.PlanLimits;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UsageHistory;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunchParser;

/** Amounts that the ResourceManager approved are written, and put back. */
public class ApprovedAmountTest extends NodeTaskManagerTestBase {
  @Test
  public void approvedAmountsAreWrittenInStepsAndPutBackInSteps() throws IOException {
    twoOfWhichIsKnown("c1", "c2");
    approved.put("c1", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("150", weight("c1"));
    assertEquals("100", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
  }

  @Test
  public void memoryIsUnboundedAgainOnceItIsWhatTheTokenSays() throws IOException {
    twoOfWhichIsKnown("c1");
    approved.put("c1", 0.5 * GB);
    approved.put("c2", 1.5 * GB);
    manager.actuate(ResourceKind.MEMORY, approved);
    assertEquals(Long.toString(768 * MB), high("c1"));
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    manager.actuate(ResourceKind.MEMORY, Collections.emptyMap());
    assertEquals("max", high("c1"));
    assertEquals("max", limit("c2"));
  }

  @Test
  public void whatOneCouldNotBeLoweredByIsNotGivenToAnother() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3", "c4"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    kernel.refused.add("c1/cpu.weight");
    approved.put("c1", 500.0);
    approved.put("c2", 1_500.0);
    manager.actuate(ResourceKind.CPU, approved);
    kernel.refused.clear();
    assertEquals("100", weight("c2"));
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
  }

  @Test
  public void whereMoreVcoresAreHandedOutThanThereAreCpuStillMoves() throws IOException {
    for (int i = 1; i <= 6; i++) {
      start("c" + i);
      used("c" + i, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    assertEquals(0, manager.left().free(ResourceKind.CPU), 0);
    approved.put("c1", 750.0);
    approved.put("c2", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("75", weight("c1"));
    assertEquals("125", weight("c2"));
    manager.actuate(ResourceKind.CPU, Collections.emptyMap());
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c2"));
  }

  @Test
  public void whatWasGivenGoesBackWhereAContainerHasComeThatNeedsTheRoom() throws IOException {
    for (String container : new String[] {"c1", "c2", "c3"}) {
      start(container);
      used(container, 0, 200);
    }
    manager.sample(0);
    manager.sample(5 * SECOND);
    approved.put("c1", 1_250.0);
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("125", weight("c1"));
    start("c4");
    manager.actuate(ResourceKind.CPU, approved);
    assertEquals("100", weight("c1"));
    assertEquals("100", weight("c4"));
  }
}
