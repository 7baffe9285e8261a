// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerLivenessContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerSignalContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;

/**
 * Runs containers without processes: each succeeds after {@link #RUN_TIME_MS}, and signals have no
 * effect. The NodeManager does everything else as usual. Thread-safe.
 */
public final class SleepingContainerExecutor extends DefaultContainerExecutor {
  /** Key of the run time of all containers, in ms. */
  public static final String RUN_TIME_MS = "yarnext.benchmarks.container-run-time-ms";

  private static final int STOPPED = 143;

  /** Process id that Linux gives to no process. */
  private static final byte[] NO_PROCESS = "4194304".getBytes(US_ASCII);

  @Override
  public int launchContainer(ContainerStartContext container) throws IOException {
    // Without it the NodeManager waits for two seconds at the end of the container.
    String pidFile = getPidFilePath(container.getContainer().getContainerId()).toString();
    Files.write(Paths.get(pidFile), NO_PROCESS);
    try {
      Thread.sleep(getConf().getLong(RUN_TIME_MS, 0));
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return STOPPED;
    }
  }

  @Override
  public boolean signalContainer(ContainerSignalContext signal) {
    return true;
  }

  @Override
  public boolean isContainerAlive(ContainerLivenessContext container) {
    return false;
  }
}
