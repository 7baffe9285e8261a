// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.RETURNS_DEEP_STUBS;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.DefaultContainerStateListener;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerExitEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerKillEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerReInitEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.localizer.ResourceSet;
import org.apache.hadoop.yarn.server.nodemanager.metrics.NodeManagerMetrics;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService.RecoveredContainerState;

/**
 * Stock containers with their state machine and listeners, on a NodeManager of which nothing else
 * is there: events for others go nowhere, and the test says what the launcher would.
 */
final class StockContainer {
  static final ContainerId ID =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(1_700_000_000_000L, 1), 1), 2);

  private static final NodeManagerMetrics METRICS = mock(NodeManagerMetrics.class);

  final ContainerImpl container;

  private StockContainer(ContainerImpl container) {
    this.container = container;
  }

  /** A NodeManager with these listeners, in their order. */
  static Context node(NMStateStoreService store, ContainerStateTransitionListener... listeners)
      throws Exception {
    Context context = mock(Context.class, RETURNS_DEEP_STUBS);
    DefaultContainerStateListener all = new DefaultContainerStateListener();
    Arrays.asList(listeners).forEach(all::addListener);
    when(context.getContainerStateTransitionListener()).thenReturn(all);
    when(context.getNMStateStore()).thenReturn(store);
    when(context.getContainerExecutor().getLocalResources(any()))
        .thenReturn(Collections.emptyMap());
    when(context.getConf()).thenReturn(new Configuration(false));
    return context;
  }

  static Context node(ContainerStateTransitionListener... listeners) throws Exception {
    return node(new NMNullStateStoreService(), listeners);
  }

  static ContainerTokenIdentifier token(ContainerType type, long memoryMb, Set<String> tags) {
    return new ContainerTokenIdentifier(
        ID,
        0,
        "host:1",
        "user",
        Resource.newInstance(memoryMb, 1),
        Long.MAX_VALUE,
        1,
        1,
        Priority.newInstance(20),
        1,
        null,
        null,
        type,
        ExecutionType.GUARANTEED,
        -1,
        tags);
  }

  static ContainerLaunchContext launch(String... commands) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", "/bin");
    return ContainerLaunchContext.newInstance(
        new HashMap<>(), environment, Arrays.asList(commands), new HashMap<>(), null, null);
  }

  /** Returns a NodeManager's request to start a container. */
  static StartContainerRequest request(
      ContainerLaunchContext launch, ContainerTokenIdentifier token) {
    return StartContainerRequest.newInstance(
        launch,
        Token.newInstance(
            token.getBytes(), ContainerTokenIdentifier.KIND.toString(), new byte[0], "host:1"));
  }

  static StockContainer of(
      Context node, ContainerTokenIdentifier token, ContainerLaunchContext launch) {
    return new StockContainer(
        new ContainerImpl(
            new Configuration(false),
            dispatcher(),
            launch,
            new Credentials(),
            METRICS,
            token,
            node));
  }

  /** One that was there before a restart. */
  static StockContainer recovered(
      Context node, ContainerTokenIdentifier token, RecoveredContainerState state) {
    return new StockContainer(
        new ContainerImpl(
            new Configuration(false),
            dispatcher(),
            state.getStartRequest().getContainerLaunchContext(),
            new Credentials(),
            METRICS,
            token,
            node,
            state));
  }

  private static Dispatcher dispatcher() {
    Dispatcher dispatcher = mock(Dispatcher.class);
    EventHandler<Event> nowhere = event -> {};
    when(dispatcher.getEventHandler()).thenReturn(nowhere);
    return dispatcher;
  }

  StockContainer init() {
    return handle(new ContainerEvent(ID, ContainerEventType.INIT_CONTAINER));
  }

  StockContainer launched() {
    container.sendLaunchEvent();
    return handle(new ContainerEvent(ID, ContainerEventType.CONTAINER_LAUNCHED));
  }

  StockContainer reInit(ContainerLaunchContext launch) {
    handle(new ContainerReInitEvent(ID, launch, new ResourceSet(), false));
    return handle(
        new ContainerExitEvent(
            ID, ContainerEventType.CONTAINER_KILLED_ON_REQUEST, 143, "for its new start"));
  }

  StockContainer exits(int status, String diagnostics) {
    handle(
        status == 0
            ? new ContainerEvent(ID, ContainerEventType.CONTAINER_EXITED_WITH_SUCCESS)
            : new ContainerExitEvent(
                ID, ContainerEventType.CONTAINER_EXITED_WITH_FAILURE, status, diagnostics));
    return cleanedUp();
  }

  StockContainer killed(int status, String why) {
    handle(new ContainerKillEvent(ID, status, why));
    handle(
        new ContainerExitEvent(ID, ContainerEventType.CONTAINER_KILLED_ON_REQUEST, 143, "killed"));
    return cleanedUp();
  }

  /** Kills the container without the NodeManager. */
  StockContainer killedFromOutside(int status) {
    handle(
        new ContainerExitEvent(
            ID, ContainerEventType.CONTAINER_KILLED_ON_REQUEST, status, "exit code " + status));
    return cleanedUp();
  }

  private StockContainer cleanedUp() {
    return handle(new ContainerEvent(ID, ContainerEventType.CONTAINER_RESOURCES_CLEANEDUP));
  }

  private StockContainer handle(ContainerEvent event) {
    container.handle(event);
    return this;
  }

  ContainerState state() {
    return container.getContainerState();
  }

  List<String> commands() {
    return container.getLaunchContext().getCommands();
  }

  Map<String, String> environment() {
    return container.getLaunchContext().getEnvironment();
  }

  /** Returns the status that the ResourceManager and the application will see. */
  ContainerStatus status() {
    return container.cloneAndGetContainerStatus();
  }
}
