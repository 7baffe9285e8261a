// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.tez.common.ContainerSignatureMatcher;
import org.apache.tez.common.TezUtils;
import org.apache.tez.dag.api.TezConfiguration;
import org.apache.tez.dag.app.rm.DagAwareYarnTaskScheduler.AMRMClientAsyncWrapper;
import org.apache.tez.serviceplugins.api.DagInfo;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.junit.BeforeClass;
import org.mockito.ArgumentCaptor;

/** Tez's task scheduler with a client that notes what it is asked. */
abstract class OpenTaskSchedulerTestBase {
  static final Resource SIZE = Resource.newInstance(512, 1);
  static final Priority PRIORITY = Priority.newInstance(5);

  @BeforeClass
  public static void racks() {
    RackResolver.init(new Configuration());
  }

  final Set<Object> chosen = new HashSet<>(Arrays.asList("b", "d"));
  final Set<Object> guaranteedOnly = new HashSet<>();
  final Set<Container> spent = new HashSet<>();
  final TaskSchedulerContext context = context();
  final List<Object> assigned = new ArrayList<>();
  final List<Object> heldBack = new ArrayList<>(); // a task and a container
  final List<ContainerId> released = new ArrayList<>();
  final Set<Object> anywhere = new HashSet<>();
  final List<Object> stopped = new ArrayList<>();
  boolean nodesAnswer = true;
  boolean awaitsEnds = true;
  long nowMs = 1_000;

  final OpenTaskScheduler scheduler =
      new OpenTaskScheduler(context) {
        @Override
        protected boolean asksOpportunistic(Object task) {
          return chosen.contains(task);
        }

        @Override
        protected boolean needsGuaranteed(Object task) {
          return guaranteedOnly.contains(task);
        }

        @Override
        protected boolean isOverrun(Container container) {
          return spent.contains(container);
        }

        @Override
        protected boolean isReservedForOther(Object task, ContainerId idle) {
          return heldBack.equals(Arrays.asList(task, idle));
        }

        @Override
        protected void released(ContainerId container) {
          released.add(container);
        }

        @Override
        protected boolean runsAnywhere(Object task) {
          return anywhere.contains(task);
        }

        @Override
        protected boolean asksNodeToStop(Object task, ContainerId container) {
          stopped.add(task);
          stopped.add(container);
          return nodesAnswer;
        }

        @Override
        protected boolean awaitsEnds() {
          return awaitsEnds;
        }

        @Override
        protected long now() {
          return nowMs;
        }

        @Override
        protected ScheduledExecutorService createExecutor() {
          return mock(ScheduledExecutorService.class); // what is put off is never done
        }

        @Override
        protected void assigned(Object task, Container container) {
          assigned.add(task);
          assigned.add(container);
        }
      };
  final Client client = new Client();

  /** One that a test can ask what the ResourceManager hears. */
  final class Client extends OpenTaskClient {
    Client() {
      super(scheduler);
    }

    List<ContainerId> releases() throws Exception {
      ApplicationMasterProtocol master = mock(ApplicationMasterProtocol.class);
      when(master.allocate(any())).thenReturn(mock(AllocateResponse.class));
      rmClient = master;
      allocate(0);
      ArgumentCaptor<AllocateRequest> heard = ArgumentCaptor.forClass(AllocateRequest.class);
      verify(master).allocate(heard.capture());
      return heard.getValue().getReleaseList();
    }
  }

  static TaskSchedulerContext context() {
    TaskSchedulerContext context = mock(TaskSchedulerContext.class);
    ContainerSignatureMatcher matcher = mock(ContainerSignatureMatcher.class);
    when(matcher.isSuperSet("signature", "signature")).thenReturn(true);
    when(context.getContainerSignatureMatcher()).thenReturn(matcher);
    when(context.getAMState()).thenReturn(TaskSchedulerContext.AMState.RUNNING_APP);
    return context;
  }

  static Container opportunistic(int id) {
    return container(id, ExecutionType.OPPORTUNISTIC);
  }

  static Container container(int id, ExecutionType type) {
    ApplicationAttemptId of = ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
    Container container = mock(Container.class);
    when(container.getId()).thenReturn(ContainerId.newContainerId(of, id));
    when(container.getNodeId()).thenReturn(NodeId.newInstance("h1", 1));
    when(container.getResource()).thenReturn(SIZE);
    when(container.getPriority()).thenReturn(PRIORITY);
    when(container.getExecutionType()).thenReturn(type);
    return container;
  }

  void begin() throws Exception {
    begin(false, false);
    scheduler.initialize();
  }

  void begin(boolean reuse, boolean reuseNew) throws Exception {
    Configuration conf = new Configuration(false);
    conf.setBoolean(TezConfiguration.TEZ_AM_CONTAINER_REUSE_ENABLED, reuse);
    conf.setBoolean(TezConfiguration.TEZ_AM_CONTAINER_REUSE_NEW_CONTAINERS_ENABLED, reuseNew);
    when(context.getInitialUserPayload()).thenReturn(TezUtils.createUserPayloadFromConf(conf));
    DagInfo dag = mock(DagInfo.class);
    when(dag.getTotalVertices()).thenReturn(1);
    when(dag.getVertexDescendants(0)).thenReturn(new BitSet());
    when(context.getCurrentDagInfo()).thenReturn(dag);
  }

  /** With containers used again, and without a ResourceManager. */
  void beginWithReuse() throws Exception {
    beginWithReuse(false);
  }

  /**
   * The same.
   *
   * @param reuseNew whether new containers that nobody waits for are held idle
   */
  AMRMClientAsyncWrapper beginWithReuse(boolean reuseNew) throws Exception {
    begin(true, reuseNew);
    return OfflineScheduler.start(scheduler, client);
  }

  void ask(String task, String host) {
    ask(task, host, PRIORITY);
  }

  void ask(String task, String host, Priority priority) {
    String[] hosts = host == null ? null : new String[] {host};
    scheduler.allocateTask(task, SIZE, hosts, null, priority, "signature", "cookie");
  }
}
