// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.security.NMTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.apache.hadoop.yarn.server.api.records.MasterKey;
import org.apache.hadoop.yarn.server.api.records.impl.pb.MasterKeyPBImpl;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DeletionService;
import org.apache.hadoop.yarn.server.nodemanager.LocalDirsHandlerService;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdaterImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManagerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.health.NodeHealthCheckerService;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;

/** A stock NodeManager that runs real processes and has no ResourceManager. */
public final class LoneNodeManager extends NodeManager {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1_700_000_000_000L, 1), 1);
  private static final long RM = 1;
  private static final long PATIENCE_MS = 120_000;

  private final Path logs;
  private AsyncDispatcher dispatcher;
  private int last = 1;

  /**
   * @param more what is set besides; what this class needs goes before it
   */
  public LoneNodeManager(Path folder, Configuration more) throws Exception {
    logs = Files.createDirectories(folder.resolve("logs"));
    Configuration conf = new YarnConfiguration(more);
    conf.set(YarnConfiguration.NM_LOG_DIRS, logs.toString());
    conf.set(YarnConfiguration.NM_LOCAL_DIRS, folder.resolve("local").toString());
    if (!conf.getBoolean(YarnConfiguration.NM_RECOVERY_ENABLED, false)) {
      conf.set(YarnConfiguration.NM_ADDRESS, "localhost:0"); // one that recovers keeps its address
    }
    conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, "localhost:0");
    conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, "localhost:0");
    conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
    conf.setLong(YarnConfiguration.NM_CONTAINER_MON_INTERVAL_MS, 50);
    conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    // By default the monitor leaves memory to cgroups, which are not there.
    conf.setBoolean(YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED, false);
    conf.setLong(YarnConfiguration.NM_PROCESS_KILL_WAIT_MS, 100);
    // Otherwise it waits for ten seconds when it stops, for logs to be deleted in three hours.
    conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 0);
    init(conf);
    MasterKey key = new MasterKeyPBImpl();
    key.setKeyId(1);
    key.setBytes(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    getNMContext().getContainerTokenSecretManager().setMasterKey(key);
    getNMContext().getNMTokenSecretManager().setMasterKey(key);
    start();
    for (ContainerId recovered : getNMContext().getContainers().keySet()) {
      last = Math.max(last, (int) recovered.getContainerId());
    }
  }

  @Override
  protected NodeStatusUpdater createNodeStatusUpdater(
      Context context, Dispatcher dispatcher, NodeHealthCheckerService health) {
    return new NodeStatusUpdaterImpl(context, dispatcher, health, metrics) {
      @Override
      protected ResourceTracker getRMClient() {
        return null;
      }

      @Override
      protected void registerWithRM() {}

      @Override
      protected void startStatusUpdater() {}

      @Override
      public long getRMIdentifier() {
        return RM;
      }
    };
  }

  @Override
  protected ContainerManagerImpl createContainerManager(
      Context context,
      ContainerExecutor executor,
      DeletionService deletion,
      NodeStatusUpdater updater,
      ApplicationACLsManager acls,
      LocalDirsHandlerService dirs) {
    return new ContainerManagerImpl(context, executor, deletion, updater, metrics, dirs) {
      @Override
      protected AsyncDispatcher createContainerManagerDispatcher() {
        dispatcher = super.createContainerManagerDispatcher();
        return dispatcher;
      }
    };
  }

  /** The dispatcher of its containers' events. */
  public AsyncDispatcher dispatcher() {
    return dispatcher;
  }

  /**
   * Starts a guaranteed task container as an application master does.
   *
   * @param tags of its allocation; may be empty
   */
  public ContainerId run(String command, Resource size, Set<String> tags) throws Exception {
    return run(command, size, tags, ExecutionType.GUARANTEED);
  }

  /** Starts a task container of either type. */
  public ContainerId run(String command, Resource size, Set<String> tags, ExecutionType type)
      throws Exception {
    ContainerId id = ContainerId.newContainerId(ATTEMPT, ++last);
    ContainerTokenIdentifier token =
        new ContainerTokenIdentifier(
            id,
            0,
            getNMContext().getNodeId().toString(),
            UserGroupInformation.getCurrentUser().getShortUserName(),
            size,
            Long.MAX_VALUE,
            1,
            RM,
            Priority.newInstance(20),
            1,
            null,
            null,
            ContainerType.TASK,
            type,
            -1,
            tags);
    byte[] password = getNMContext().getContainerTokenSecretManager().createPassword(token);
    Map<String, String> environment = new HashMap<>();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    ContainerLaunchContext launch =
        ContainerLaunchContext.newInstance(
            new HashMap<>(),
            environment,
            Collections.singletonList(command + " 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr"),
            new HashMap<>(),
            null,
            new HashMap<>());
    StartContainerRequest request =
        StartContainerRequest.newInstance(
            launch, BuilderUtils.newContainerToken(getNMContext().getNodeId(), password, token));
    UserGroupInformation master = UserGroupInformation.createRemoteUser(ATTEMPT.toString());
    master.addTokenIdentifier(
        new NMTokenIdentifier(ATTEMPT, getNMContext().getNodeId(), "user", 1));
    StartContainersResponse response =
        master.doAs(
            (PrivilegedExceptionAction<StartContainersResponse>)
                () ->
                    getNMContext()
                        .getContainerManager()
                        .startContainers(
                            StartContainersRequest.newInstance(
                                Collections.singletonList(request))));
    assertEquals(Collections.emptyMap(), response.getFailedRequests());
    return id;
  }

  /** How it ended, once it has. */
  public ContainerStatus end(ContainerId id) throws InterruptedException {
    Container container = getNMContext().getContainers().get(id);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (container.getContainerState() != ContainerState.DONE) {
      if (System.nanoTime() > until) {
        fail(container.cloneAndGetContainerStatus().toString());
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return container.cloneAndGetContainerStatus();
  }

  /** Its output so far. */
  public String output(ContainerId id) throws IOException {
    Path file =
        logs.resolve(ATTEMPT.getApplicationId().toString())
            .resolve(id.toString())
            .resolve("stdout");
    return new String(Files.readAllBytes(file), UTF_8);
  }
}
