// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryService;
import org.apache.hadoop.yarn.server.nodemanager.util.NodeManagerHardwareUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.undo.CgroupUndoLog;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;

/**
 * NodeManager auxiliary service {@code mr_orchestrator}, which starts and stops {@link
 * NodeOrchestrator}, the local resource manager of section III. It measures the containers that
 * {@link OrchestratorContainerListener} reports. A failure here does not affect the NodeManager.
 */
public final class OrchestratorAuxiliaryService extends AuxiliaryService {
  /** The service's name in {@code yarn.nodemanager.aux-services}. */
  public static final String NAME = "mr_orchestrator";

  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorAuxiliaryService.class);
  private static final double BYTES_A_MB = 1 << 20;

  private volatile OrchestratorLauncher launcher;
  private CgroupUndoLog undoLog;

  public OrchestratorAuxiliaryService() {
    super(NAME);
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    OrchestratorLauncher made =
        new OrchestratorLauncher(
            settings(conf), conf, NetUtils.getHostname(), capacity(conf), host(undoFile(conf)));
    made.init();
    launcher = made;
  }

  private static LiveConfiguration settings(Configuration conf) {
    try {
      return LiveConfiguration.read(OrchestratorConfiguration.KEYS, conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Containers run as in stock YARN.", e.getMessage());
      return null;
    }
  }

  /** Returns this machine's cgroups. All users of them share one undo log. */
  private OrchestratorLauncher.Host host(Path undoFile) {
    return new OrchestratorLauncher.Host() {
      @Override
      public CgroupManager open(String parent) throws IOException {
        return CgroupManager.open(parent, log(undoFile));
      }

      @Override
      public int undo() throws IOException {
        return Files.exists(undoFile) ? CgroupManager.undo(log(undoFile)) : 0;
      }
    };
  }

  private synchronized CgroupUndoLog log(Path undoFile) throws IOException {
    if (undoLog == null) {
      undoLog = new CgroupUndoLog(undoFile);
    }
    return undoLog;
  }

  private static NodeCapacity capacity(Configuration conf) {
    return new NodeCapacity(
        1000.0 * NodeManagerHardwareUtils.getVCores(conf),
        BYTES_A_MB * NodeManagerHardwareUtils.getContainerMemoryMB(conf),
        NodeCapacity.processors());
  }

  private Path undoFile(Configuration conf) {
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
    launcher.start();
    super.serviceStart();
  }

  @Override
  protected void serviceStop() throws Exception {
    OrchestratorLauncher stopped = launcher;
    if (stopped != null) {
      stopped.stop();
    }
    super.serviceStop();
  }

  /** Returns the settings of the feature in this NodeManager; null if they were refused. */
  LiveConfiguration live() {
    return launcher.live();
  }

  /** Sets how an orchestrator that is made later learns of the containers that this node has. */
  void announceBy(Consumer<NodeOrchestrator> nodeContainers) {
    OrchestratorLauncher made = launcher;
    if (made != null) {
      made.announceBy(nodeContainers);
    }
  }

  /** Returns the orchestrator, or null while the feature is off. */
  NodeOrchestrator orchestrator() {
    OrchestratorLauncher made = launcher;
    return made == null ? null : made.current();
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
