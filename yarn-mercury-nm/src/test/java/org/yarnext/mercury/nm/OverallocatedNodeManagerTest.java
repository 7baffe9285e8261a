// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.junit.Test;

/** Containers beyond the allocation of a real NodeManager, which measures real processes. */
public class OverallocatedNodeManagerTest extends OverallocatedNodeManagerTestBase {
  @Test
  public void containerRunsBeyondTheAllocationAndAGuaranteedOneStartsBesideIt() throws Exception {
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("the room is not reported", () -> waitMs() == 0);
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("it never starts", () -> state(beyond) == ContainerState.RUNNING);
    assertEquals(ContainerState.RUNNING, state(first));
    assertEquals(NODE_MB, accountedMb());
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    ContainerId second = run(ExecutionType.GUARANTEED, NODE_MB, "end-second");
    await("it waits", () -> state(second) == ContainerState.RUNNING);
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    end("end-second");
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(second).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void containerBeyondTheAllocationStopsWhenItIsSwitchedOff() throws Exception {
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("it never starts", () -> state(beyond) == ContainerState.RUNNING);
    switchOff();
    ContainerStatus end = node.end(beyond);
    assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, end.getExitStatus());
    assertTrue(end.getDiagnostics(), end.getDiagnostics().contains("OVERALLOCATION_SWITCHED_OFF"));
    assertEquals(ContainerState.RUNNING, state(first));
    await("the account is wrong", () -> accountedMb() == NODE_MB);
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void kernelWouldEndItFirstAsLongAsItIsBeyondTheAllocation() throws Exception {
    int own = oomScore("self");
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    assertEquals(own, oomScore(first));
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    switchOff();
    await("it is not put back", () -> oomScore(beyond) == own);
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    assertEquals(0, node.end(beyond).getExitStatus());
  }

  @Test
  public void restartedNodeManagerKnowsWhatIsBeyondTheAllocation() throws Exception {
    int own = oomScore("self");
    recover();
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    String process = node.getNMContext().getContainerExecutor().getProcessId(beyond);
    node.close();
    assertEquals(own, oomScore(process));
    start("on");
    await("it is not recovered", () -> state(first) == ContainerState.RUNNING);
    await("its value stays", () -> oomScore(beyond) == 900);
    assertEquals(process, node.getNMContext().getContainerExecutor().getProcessId(beyond));
    assertEquals(own, oomScore(first));
    assertEquals(NODE_MB, accountedMb());
    ContainerId next = run(ExecutionType.OPPORTUNISTIC, 1024, "end-next");
    await("nothing starts any more", () -> state(next) == ContainerState.RUNNING);
    end("end-next");
    end("end-beyond");
    end("end-first");
    assertEquals(0, node.end(next).getExitStatus());
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(first).getExitStatus());
    await("the account is not empty", () -> accountedMb() == 0);
  }

  @Test
  public void whatACrashLeavesIsPutBackInModeOffToo() throws Exception {
    int own = oomScore("self");
    recover();
    start("on");
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    ContainerId beyond = run(ExecutionType.OPPORTUNISTIC, 2048, "end-beyond");
    await("its value stays", () -> oomScore(beyond) == 900);
    String process = node.getNMContext().getContainerExecutor().getProcessId(beyond);
    node.close();
    // As if it had been killed before it put the value back.
    Files.write(Paths.get("/proc", process, "oom_score_adj"), "900".getBytes(US_ASCII));
    start("off");
    await("it is not put back", () -> oomScore(process) == own);
    await("the thread stays", () -> !hasThread("yarnext-mercury-restorer"));
    assertFalse(hasThread());
    assertEquals(ContainerState.RUNNING, state(beyond));
    end("end-beyond");
    end("end-first");
    assertEquals(0, node.end(beyond).getExitStatus());
    assertEquals(0, node.end(first).getExitStatus());
  }

  @Test
  public void containerWaitsInModeOff() throws Exception {
    containerWaits("off");
  }

  @Test
  public void containerWaitsInModeShadow() throws Exception {
    containerWaits("shadow");
  }

  private void containerWaits(String mode) throws Exception {
    start(mode);
    ContainerId first = run(ExecutionType.GUARANTEED, NODE_MB, "end-first");
    await("it is never measured", () -> isMeasured(first));
    await("there is no allocated room", () -> waitMs() > 0);
    ContainerId waiting = run(ExecutionType.OPPORTUNISTIC, 2048, "end-waiting");
    await("it does not arrive", () -> state(waiting) == ContainerState.SCHEDULED);
    boolean isShadow = mode.equals("shadow");
    await("nothing is decided", () -> !isShadow || wouldStart(waiting));
    assertEquals(ContainerState.SCHEDULED, state(waiting));
    assertEquals(isShadow, hasThread());
    end("end-waiting");
    end("end-first");
    assertEquals(0, node.end(first).getExitStatus());
    assertEquals(0, node.end(waiting).getExitStatus());
  }
}
