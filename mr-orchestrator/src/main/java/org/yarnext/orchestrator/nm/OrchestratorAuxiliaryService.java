// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.apache.hadoop.yarn.server.nodemanager.util.NodeManagerHardwareUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;

/**
 * Hook of the NodeManager's auxiliary services, as {@code mr_orchestrator}; starts and stops {@link
 * NodeOrchestrator}, the local resource manager of section III. It measures the containers that
 * {@link OrchestratorContainerListener} reports. A failure here does not affect the NodeManager.
 */
public final class OrchestratorAuxiliaryService extends AuxiliaryService {
  /** The service's name in {@code yarn.nodemanager.aux-services}. */
  public static final String NAME = "mr_orchestrator";

  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorAuxiliaryService.class);
  private static final double BYTES_A_MB = 1 << 20;

  private volatile NodeOrchestrator orchestrator;

  public OrchestratorAuxiliaryService() {
    super(NAME);
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    try {
      OrchestratorConfiguration configuration = OrchestratorConfiguration.read(conf);
      if (configuration.mode() != FeatureMode.OFF) {
        orchestrator =
            new NodeOrchestrator(
                configuration,
                conf,
                NetUtils.getHostname(),
                capacity(conf),
                CgroupManager.open(configuration.cgroupParent(), journal(conf)));
        LOG.info(
            "Feature mr-orchestrator is {} on this NodeManager: {}",
            configuration.mode().text(),
            orchestrator.cgroups());
        if (!orchestrator.problems().isEmpty()) {
          LOG.warn(
              "The orchestrator skips resources that this host cannot steer: {}",
              orchestrator.problems());
        }
      }
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Containers run as stock.", e.getMessage());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Feature mr-orchestrator stays off: it failed to start.", e);
    }
    if (orchestrator == null) {
      undo(journal(conf));
    }
  }

  /** Restores what an earlier process changed, in case it ended before it could do so itself. */
  private static void undo(Path journal) {
    try {
      int left = CgroupManager.undo(journal);
      if (left > 0) {
        LOG.warn(
            "{} cgroups and values of running containers are not restored; the"
                + " next start tries again ({})",
            left,
            journal);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Values that the orchestrator changed earlier are not restored", e);
    }
  }

  private static NodeCapacity capacity(Configuration conf) {
    return new NodeCapacity(
        1000.0 * NodeManagerHardwareUtils.getVCores(conf),
        BYTES_A_MB * NodeManagerHardwareUtils.getContainerMemoryMB(conf));
  }

  private Path journal(Configuration conf) {
    String directory =
        getRecoveryPath() == null
            ? firstLocalDirectory(conf) + "/yarnext-mr-orchestrator"
            : getRecoveryPath().toUri().getPath();
    return Paths.get(directory, "put-back.json");
  }

  /** Returns the first local directory as a path; the configured value may be a URI. */
  private static String firstLocalDirectory(Configuration conf) {
    String first =
        conf.getTrimmedStrings(
                YarnConfiguration.NM_LOCAL_DIRS, conf.get("hadoop.tmp.dir") + "/nm-local-dir")[0];
    return new org.apache.hadoop.fs.Path(first).toUri().getPath();
  }

  @Override
  protected void serviceStart() throws Exception {
    if (orchestrator != null) {
      orchestrator.start();
    }
    super.serviceStart();
  }

  @Override
  protected void serviceStop() throws Exception {
    NodeOrchestrator stopped = orchestrator;
    orchestrator = null;
    if (stopped != null) {
      try {
        stopped.stop();
      } catch (RuntimeException e) {
        LOG.warn(
            "The orchestrator could not restore all values; its next start tries" + " again", e);
      }
    }
    super.serviceStop();
  }

  /** Returns the orchestrator, or null while the feature is off. */
  NodeOrchestrator orchestrator() {
    return orchestrator;
  }

  @Override
  public void initializeApplication(ApplicationInitializationContext context) {
    // OrchestratorContainerListener reports the containers.
  }

  @Override
  public void stopApplication(ApplicationTerminationContext context) {
    // OrchestratorContainerListener reports the containers.
  }

  @Override
  public ByteBuffer getMetaData() {
    return ByteBuffer.allocate(0);
  }
}
