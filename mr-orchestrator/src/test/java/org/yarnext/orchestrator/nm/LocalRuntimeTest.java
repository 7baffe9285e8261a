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
package org.yarnext.orchestrator.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.FakeKernel;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.identity.TaskIdentity;
import org.yarnext.orchestrator.policy.identity.TaskLaunch;

/** On a node of 4 cores and 4 GB. */
public class LocalRuntimeTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private final Configuration hadoop = new YarnConfiguration();
  private FakeKernel kernel;
  private LocalRuntime runtime;

  @Before
  public void open() throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    kernel = new FakeKernel(folder.getRoot().toPath(), FakeKernel.Layout.VERSION_2);
    hadoop.set("yarn.mr-orchestrator.mode", "on");
  }

  @After
  public void close() {
    if (runtime != null) {
      runtime.stop();
    }
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  private void start() throws IOException, RefusedConfigurationException {
    runtime =
        new LocalRuntime(
            OrchestratorConfiguration.read(hadoop),
            hadoop,
            "n1",
            new NodeCapacity(4_000, 4L << 30),
            kernel.door("yarnext"));
  }

  /** A map task of one core and 1 GB. */
  private Launched map(String container) throws IOException {
    String command =
        "java -Xmx100m org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0";
    TaskIdentity task =
        TaskLaunch.read("application_1_0001", Collections.singletonList(command), 20);
    return new Launched(
        container,
        "application_1_0001",
        true,
        1,
        1024,
        task,
        false,
        runtime.door().make(container, 1000));
  }

  @Test
  public void whereNoMemoryControllerIsNothingFails() throws Exception {
    kernel = new FakeKernel(folder.newFolder().toPath(), FakeKernel.Layout.VERSION_1);
    kernel.unmount("memory");
    start();
    assertTrue(runtime.problems(), runtime.problems().contains("MEMORY_USAGE is not mounted"));
    runtime.manager().started(map("c1"), System.nanoTime());
    runtime.sample();
    runtime.manager().actuate(ResourceKind.MEMORY, Collections.singletonMap("c1", 1e9));
    assertEquals(0, runtime.guard().counters().failures());
    assertEquals(0, runtime.guard().counters().skipped());
  }

  private String shareOfAll() throws IOException {
    return kernel.read(kernel.mount("unified").resolve("yarnext/cpu.weight"));
  }

  @Test
  public void allContainersHaveTheShareOfTheirNodeAndNothingStays() throws Exception {
    Map<String, String> before = kernel.snapshot();
    start();
    assertEquals("4 cores", "400", shareOfAll());
    runtime.stop();
    assertEquals(before, kernel.snapshot());
  }

  @Test
  public void whatIsNotOursOrOnlyWatchedKeepsItsShare() throws Exception {
    hadoop.set("yarn.mr-orchestrator.mode", "shadow");
    start();
    assertEquals("100", shareOfAll());
    runtime.stop();
    hadoop.set("yarn.mr-orchestrator.mode", "on");
    hadoop.setClass(
        YarnConfiguration.NM_CONTAINER_EXECUTOR,
        LinuxContainerExecutor.class,
        LinuxContainerExecutor.class);
    start();
    assertEquals("100", shareOfAll());
  }

  @Test
  public void aShareThatMayNotBeWrittenKeepsNothingFromStarting() throws Exception {
    kernel.refused.add("yarnext/cpu.weight");
    start();
    assertEquals("100", shareOfAll());
    assertNotNull(runtime.manager());
  }
}
