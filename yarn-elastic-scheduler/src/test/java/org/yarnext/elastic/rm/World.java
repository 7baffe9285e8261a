// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.NoOpSystemMetricPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.MemoryPlacementConstraintManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ReleaseContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/**
 * A real scheduler, driven by the events that the ResourceManager sends it, all on the test's
 * thread. Applications and nodes are as much as the scheduler looks at.
 */
public final class World implements AutoCloseable {
  static final String USER = "ann";
  private static final long CLUSTER = 1_000;

  public final SchedulerKind kind;
  public final AbstractYarnScheduler<?, ?> scheduler;
  final RMContextImpl context;
  public final Configuration conf;

  /** Grants in the order in which masters pulled them: node, application, priority and size. */
  public final List<String> log = new ArrayList<>();

  private Set<String> tags = Collections.emptySet();
  private String user = USER;
  private IntFunction<String> names = number -> "job-" + number;
  private boolean updates = true;
  private boolean logs = true;
  private final Map<NodeId, RMNode> nodes = new TreeMap<>();
  private final Map<ApplicationId, Container> masters = new ConcurrentHashMap<>();

  private World(
      SchedulerKind kind, Configuration conf, AbstractYarnScheduler<?, ?> scheduler, boolean start)
      throws Exception {
    this.kind = kind;
    this.conf = conf;
    this.scheduler = scheduler;
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    context = context();
    context.setScheduler((ResourceScheduler) scheduler);
    ((ResourceScheduler) scheduler).setRMContext(context);
    if (scheduler instanceof Configurable) {
      ((Configurable) scheduler).setConf(conf);
    }
    scheduler.init(conf);
    if (start) {
      scheduler.start();
    }
  }

  public static Configuration configuration(SchedulerKind kind) {
    Configuration conf = new YarnConfiguration();
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 256);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 16_384);
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        ElasticAmsProcessor.class.getName());
    conf.set("yarn.elastic.guard.deadline", "200ms");
    kind.configure(conf);
    return conf;
  }

  static World stock(SchedulerKind kind) throws Exception {
    return stock(kind, configuration(kind));
  }

  static World stock(SchedulerKind kind, Configuration conf) throws Exception {
    return new World(kind, conf, kind.stock(), false);
  }

  /** Ours, where all tasks have a profile and the policy alone decides. */
  public static World ours(SchedulerKind kind, String mode, ElasticPolicy policy) throws Exception {
    Configuration conf = configuration(kind);
    conf.set("yarn.elastic.mode", mode);
    return ours(kind, conf, policy, false);
  }

  public static World ours(
      SchedulerKind kind, Configuration conf, ElasticPolicy policy, boolean start)
      throws Exception {
    conf.set("yarn.elastic.timeline.interval", "5m");
    return ours(kind, conf, Deciders.always(policy), start);
  }

  /** The same with other components. */
  public static World ours(
      SchedulerKind kind, Configuration conf, ElasticComponents components, boolean start)
      throws Exception {
    conf.set("yarn.elastic.heap.floor", "16");
    conf.set("yarn.elastic.heap.spark-floor", "16");
    World world =
        new World(kind, conf, kind.ours(ElasticHost.DAEMON, configuration -> components), start);
    if (world.module() != null) {
      world.module().ends().renew();
    }
    return world;
  }

  /** Ours, on, with components of the test's making and a {@link #addBallast ballast}. */
  public static World withComponents(SchedulerKind kind, ElasticPlugin.Components components)
      throws Exception {
    World world = withComponents(kind, ElasticHost.DAEMON, components);
    world.addBallast();
    return world;
  }

  /** The same at the host's time, without a ballast. */
  public static World withComponents(
      SchedulerKind kind, ElasticHost host, ElasticPlugin.Components components) throws Exception {
    Configuration conf = configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    return new World(kind, conf, kind.ours(host, components), false);
  }

  public static World withComponents(
      SchedulerKind kind, Configuration conf, ElasticPlugin.Components components)
      throws Exception {
    return new World(kind, conf, kind.ours(ElasticHost.DAEMON, components), false);
  }

  /** Ours, with all its own parts. */
  static World asConfigured(SchedulerKind kind, Configuration conf) throws Exception {
    return asConfigured(kind, conf, ElasticHost.DAEMON, false);
  }

  /** The same at the host's time, with its rounds if it is started. */
  static World asConfigured(SchedulerKind kind, Configuration conf, ElasticHost host, boolean start)
      throws Exception {
    return new World(
        kind,
        conf,
        kind == SchedulerKind.FAIR
            ? new ElasticFairScheduler(host)
            : new ElasticCapacityScheduler(host),
        start);
  }

  private RMContextImpl context() {
    Dispatcher dispatcher = new InlineDispatcher(this::dispatched);
    RMContainerTokenSecretManager containerTokens = new RMContainerTokenSecretManager(conf);
    containerTokens.rollMasterKey();
    NMTokenSecretManagerInRM nodeTokens = new NMTokenSecretManagerInRM(conf);
    nodeTokens.rollMasterKey();
    RMContextImpl made =
        new RMContextImpl(
            dispatcher,
            new ContainerAllocationExpirer(dispatcher),
            null,
            null,
            null,
            null,
            containerTokens,
            nodeTokens,
            null,
            null);
    RMApplicationHistoryWriter history = new RMApplicationHistoryWriter();
    history.init(conf);
    made.setRMApplicationHistoryWriter(history);
    made.setSystemMetricsPublisher(new NoOpSystemMetricPublisher());
    RMNodeLabelsManager labels = new RMNodeLabelsManager();
    labels.init(conf);
    addLabels(labels);
    made.setNodeLabelManager(labels);
    made.setAllocationTagsManager(new AllocationTagsManager(made));
    made.setPlacementConstraintManager(new MemoryPlacementConstraintManager());
    made.setYarnConfiguration(conf);
    made.setWorkPreservingRecoveryEnabled(true);
    made.setSchedulerRecoveryStartAndWaitTime(-1);
    return made;
  }

  private void addLabels(RMNodeLabelsManager labels) {
    String[] names = conf.getTrimmedStrings("yarn.scheduler.capacity.root.accessible-node-labels");
    try {
      for (String name : names) {
        labels.addToCluserNodeLabels(Collections.singleton(NodeLabel.newInstance(name)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void dispatched(Event<?> event) {
    if (event instanceof ReleaseContainerEvent) {
      scheduler.handle((SchedulerEvent) event);
    }
  }

  public NodeId addNode(String host, int mb, int vcores, NMContainerStatus... running) {
    RMNode node = new WorldNode(host, Resource.newInstance(mb, vcores), context);
    NodeId id = node.getNodeID();
    nodes.put(id, node);
    context.getRMNodes().put(id, node);
    scheduler.handle(new NodeAddedSchedulerEvent(node, Arrays.asList(running)));
    update();
    return id;
  }

  /** The label must be among those that the root queue has access to. */
  public NodeId addNode(String label, String host, int mb, int vcores) throws IOException {
    NodeId id = NodeId.newInstance(host, WorldNode.PORT);
    context
        .getNodeLabelManager()
        .replaceLabelsOnNode(Collections.singletonMap(id, Collections.singleton(label)));
    return addNode(host, mb, vcores);
  }

  /** In ascending order, in MB. */
  public static List<Long> sizes(List<Container> containers) {
    return containers.stream()
        .map(c -> c.getResource().getMemorySize())
        .sorted()
        .collect(Collectors.toList());
  }

  /** A node with memory and no cores: it gives queues the headroom to reserve elsewhere. */
  public void addBallast() {
    addNode("10.0.0.99", 16_384, 0);
  }

  public void removeNode(NodeId id) {
    context.getRMNodes().remove(id);
    scheduler.handle(new NodeRemovedSchedulerEvent(nodes.remove(id)));
    update();
  }

  /** An operator gives the node another size; what is known of it elsewhere stays. */
  void resize(NodeId id, Resource total) {
    scheduler.handle(
        new NodeResourceUpdateSchedulerEvent(nodes.get(id), ResourceOption.newInstance(total, -1)));
    update();
  }

  Set<NodeId> nodes() {
    return nodes.keySet();
  }

  Resource total(NodeId node) {
    return nodes.get(node).getTotalCapability();
  }

  /** What the FairScheduler's own thread does from time to time. */
  public void update() {
    if (updates) {
      scheduler.update();
    }
  }

  /** Whether {@link #update}, which follows every step, does anything. */
  public void updates(boolean wanted) {
    updates = wanted;
  }

  /** Nothing is added to the log from now on. */
  void stopLog() {
    logs = false;
  }

  public void heartbeat(NodeId node) {
    scheduler.handle(new NodeUpdateSchedulerEvent(nodes.get(node)));
  }

  public void heartbeats(int rounds) {
    for (int i = 0; i < rounds; i++) {
      update();
      nodes.keySet().forEach(this::heartbeat);
    }
  }

  /** The tags of applications submitted from now on. */
  public void tags(Set<String> wanted) {
    tags = wanted;
  }

  /** Tags with which no attempt of ours can be made. */
  public static Set<String> unreadableTags() {
    return new AbstractSet<String>() {
      @Override
      public Iterator<String> iterator() {
        throw new NoClassDefFoundError("gone");
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  /** Who submits applications from now on. */
  void user(String wanted) {
    user = wanted;
  }

  /** The name of applications submitted from now on. */
  public void name(String wanted) {
    names = number -> wanted;
  }

  /** An application whose master waits for its container. */
  public ApplicationAttemptId submit(int number, String queue, String type, boolean recovering) {
    ApplicationId id = ApplicationId.newInstance(CLUSTER, number);
    ApplicationAttemptId attemptId = ApplicationAttemptId.newInstance(id, 1);
    RMAppAttempt attempt =
        new Standing()
            .with("getAppAttemptId", attemptId)
            .with("getRMAppAttemptMetrics", new RMAppAttemptMetrics(attemptId, context))
            .with("getMasterContainer", () -> masters.get(id))
            .as(RMAppAttempt.class);
    ApplicationSubmissionContext submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(id);
    submission.setPriority(Priority.newInstance(0));
    RMApp app =
        new Standing()
            .with("getApplicationId", id)
            .with("getName", names.apply(number))
            .with("getApplicationType", type)
            .with("getApplicationTags", tags)
            .with("getApplicationSubmissionContext", submission)
            .with("getApplicationSchedulingEnvs", new HashMap<>())
            .with("getCurrentAppAttempt", attempt)
            .with("getRMAppAttempt", attempt)
            .with("getState", RMAppState.RUNNING)
            .with("getUser", user)
            .as(RMApp.class);
    context.getRMApps().put(id, app);
    scheduler.handle(
        new AppAddedSchedulerEvent(
            id,
            "root." + queue,
            user,
            recovering,
            null,
            Priority.newInstance(0),
            new ApplicationPlacementContext(queue, "root")));
    scheduler.handle(new AppAttemptAddedSchedulerEvent(attemptId, false, recovering));
    update();
    return attemptId;
  }

  /** An application whose master has its container, of 256 MB; the nodes must have room for it. */
  public ApplicationAttemptId run(int number, String queue, String type) {
    ApplicationAttemptId id = tryToRun(number, queue, type);
    if (masters.get(id.getApplicationId()) == null) {
      throw new AssertionError("no room for the master of " + id);
    }
    return id;
  }

  /** The same, whose master may still wait for its container afterwards. */
  public ApplicationAttemptId tryToRun(int number, String queue, String type) {
    ApplicationAttemptId id = submit(number, queue, type, false);
    allocate(id, asks(0, 256, 1, 1), Collections.emptyList());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean isContinuous =
        conf.getBoolean("yarn.scheduler.fair.continuous-scheduling-enabled", false);
    // Continuous scheduling takes a thread's time, not heartbeats, and that thread needs the lock.
    for (int i = 0;
        masters.get(id.getApplicationId()) == null
            && (i < 20 || isContinuous && System.nanoTime() < deadline);
        i++) {
      heartbeats(1);
      List<Container> got = allocate(id, Collections.emptyList(), Collections.emptyList());
      if (!got.isEmpty()) {
        registered(got.get(0));
      } else if (isContinuous) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
    return id;
  }

  /** The master runs in this container. */
  void registered(Container container) {
    masters.put(container.getId().getApplicationAttemptId().getApplicationId(), container);
    ((RMContainerImpl) scheduler.getRMContainer(container.getId())).setAMContainer(true);
    launched(container);
  }

  private void launched(Container container) {
    RMContainer known = scheduler.getRMContainer(container.getId());
    if (known.getState() == RMContainerState.RUNNING) {
      return;
    }
    known.handle(new RMContainerEvent(container.getId(), RMContainerEventType.LAUNCHED));
  }

  public static List<ResourceRequest> asks(int priority, long mb, int vcores, int count) {
    ResourceRequest ask =
        ResourceRequest.newInstance(
            Priority.newInstance(priority),
            ResourceRequest.ANY,
            Resource.newInstance(mb, vcores),
            count);
    return new ArrayList<>(Collections.singletonList(ask));
  }

  public void ask(ApplicationAttemptId id, int priority, long mb, int vcores, int count) {
    take(id, asks(priority, mb, vcores, count));
  }

  /** One heartbeat of a master that launches at once what it gets. */
  public List<Container> take(ApplicationAttemptId id, List<ResourceRequest> asks) {
    List<Container> got = allocate(id, asks, Collections.emptyList());
    got.forEach(this::launched);
    return got;
  }

  public List<Container> take(ApplicationAttemptId id) {
    return take(id, new ArrayList<>());
  }

  void release(ApplicationAttemptId id, ContainerId container) {
    allocate(id, new ArrayList<>(), Collections.singletonList(container));
  }

  private List<Container> allocate(
      ApplicationAttemptId id, List<ResourceRequest> asks, List<ContainerId> releases) {
    Allocation answer =
        exchange(id, asks, Collections.emptyList(), releases, new ContainerUpdates());
    if (logs) {
      answer.getContainers().forEach(this::log);
    }
    return answer.getContainers();
  }

  private void log(Container c) {
    log.add(
        c.getNodeId()
            + " "
            + c.getId().getApplicationAttemptId().getApplicationId().getId()
            + " "
            + c.getPriority().getPriority()
            + " "
            + c.getResource().getMemorySize());
  }

  private Allocation exchange(
      ApplicationAttemptId id,
      List<ResourceRequest> asks,
      List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      ContainerUpdates updates) {
    Allocation answer =
        scheduler.allocate(
            id,
            asks,
            constrained,
            releases,
            Collections.emptyList(),
            Collections.emptyList(),
            updates);
    update();
    return answer;
  }

  /** A container that runs opportunistically, as stock's service for such makes it known. */
  void opportunistic(ApplicationAttemptId id, NodeId node, int priority, long mb) {
    Container made =
        Container.newInstance(
            ContainerId.newContainerId(id, 1_000_000),
            node,
            node.getHost() + ":2",
            Resource.newInstance(mb, 1),
            Priority.newInstance(priority),
            null,
            ExecutionType.OPPORTUNISTIC);
    SchedulerUtils.createOpportunisticRmContainer(context, made, true);
  }

  /** The master asks for its container to grow to this. */
  public void increase(Container container, long mb) {
    ContainerUpdates updates = new ContainerUpdates();
    updates
        .getIncreaseRequests()
        .add(
            UpdateContainerRequest.newInstance(
                container.getVersion(),
                container.getId(),
                ContainerUpdateType.INCREASE_RESOURCE,
                Resource.newInstance(mb, container.getResource().getVirtualCores()),
                null));
    exchange(
        container.getId().getApplicationAttemptId(),
        new ArrayList<>(),
        Collections.emptyList(),
        Collections.emptyList(),
        updates);
  }

  /** The same ask, as one with tags and, possibly, constraints. */
  void askByConstraint(ApplicationAttemptId id, int priority, long mb, int count) {
    askByConstraint(id, priority, mb, count, Collections.singleton("mine"));
  }

  /** The same with these allocation tags. */
  void askByConstraint(
      ApplicationAttemptId id, int priority, long mb, int count, Set<String> allocationTags) {
    SchedulingRequest ask =
        SchedulingRequest.newInstance(
            priority,
            Priority.newInstance(priority),
            ExecutionTypeRequest.newInstance(),
            allocationTags,
            ResourceSizing.newInstance(count, Resource.newInstance(mb, 1)),
            null);
    exchange(
        id,
        new ArrayList<>(),
        Collections.singletonList(ask),
        Collections.emptyList(),
        new ContainerUpdates());
  }

  /** The master is lost and started again; what it ran goes on. */
  ApplicationAttemptId nextAttempt(ApplicationAttemptId id) {
    ApplicationId app = id.getApplicationId();
    scheduler.handle(new AppAttemptRemovedSchedulerEvent(id, RMAppAttemptState.FAILED, true));
    ApplicationAttemptId next = ApplicationAttemptId.newInstance(app, id.getAttemptId() + 1);
    scheduler.handle(new AppAttemptAddedSchedulerEvent(next, true));
    update();
    return next;
  }

  /** Well, and its node tells so of one that is under-sized. */
  public void complete(ContainerId id) {
    RMContainer container = scheduler.getRMContainer(id);
    long askedMb = UndersizedTag.askedMb(container.getAllocationTags());
    long mb = container.getAllocatedResource().getMemorySize();
    complete(
        id,
        0,
        askedMb < 0
            ? ""
            : new UndersizedEnd(askedMb, mb, true, -1, UndersizedEnd.How.WELL).toString());
  }

  /** As its node reports it, also of one that was released. */
  public void complete(ContainerId id, int exit, String diagnostics) {
    RMContainer container = scheduler.getRMContainer(id);
    scheduler.completedContainer(
        container,
        ContainerStatus.newInstance(id, ContainerState.COMPLETE, diagnostics, exit),
        RMContainerEventType.FINISHED);
    SchedulerNode node =
        container == null ? null : scheduler.getSchedulerNode(container.getNodeId());
    if (node != null) {
      node.releaseContainer(id, true);
    }
    update();
  }

  /** As preemption does. */
  void kill(ContainerId id) {
    scheduler.completedContainer(
        scheduler.getRMContainer(id),
        SchedulerUtils.createAbnormalContainerStatus(id, "killed"),
        RMContainerEventType.KILL);
    update();
  }

  public void finish(ApplicationAttemptId id) {
    scheduler.handle(new AppAttemptRemovedSchedulerEvent(id, RMAppAttemptState.FINISHED, false));
    scheduler.handle(new AppRemovedSchedulerEvent(id.getApplicationId(), RMAppState.FINISHED));
    masters.remove(id.getApplicationId());
    context.getRMApps().remove(id.getApplicationId());
    update();
  }

  public SchedulerApplicationAttempt attempt(ApplicationAttemptId id) {
    return scheduler.getApplicationAttempt(id);
  }

  /** Null if the scheduler is stock, or ours and off. */
  public ElasticModule module() {
    return scheduler instanceof ElasticFairScheduler
        ? ((ElasticFairScheduler) scheduler).module()
        : scheduler instanceof ElasticCapacityScheduler
            ? ((ElasticCapacityScheduler) scheduler).module()
            : null;
  }

  /** The hooks, in every mode. */
  ElasticPlugin plugin() {
    return scheduler instanceof ElasticFairScheduler
        ? ((ElasticFairScheduler) scheduler).plugin()
        : ((ElasticCapacityScheduler) scheduler).plugin();
  }

  /** Changes a live key while the scheduler runs; the jobs' ends are known if they matter. */
  ReloadResult set(String key, String value) {
    conf.set("yarn.elastic." + key, value);
    ReloadResult result = plugin().live().reload(conf);
    if (module() != null) {
      estimate();
    }
    return result;
  }

  /** Estimates the jobs' ends, as a thread of the module does once a second. */
  public void estimate() {
    module().ends().renew();
  }

  public ReservationManager reserving() {
    return module().reservations();
  }

  boolean asksAboutReservations() {
    return kind == SchedulerKind.FAIR
        ? ((ElasticFairScheduler) scheduler).offersReserved()
        : ((ElasticCapacityScheduler) scheduler).offersReserved();
  }

  /** Fails until the guard gives up for a while. */
  public void trip() {
    for (int i = 0; i < 5; i++) {
      module().sizer().failed(new IllegalStateException("broken"));
    }
    if (count("GuardState") != 2) {
      throw new AssertionError("the guard is not tripped");
    }
  }

  public long count(String metric) {
    Number n = plugin().sizer().metrics().metrics().snapshot().get(metric);
    return n == null ? 0 : n.longValue();
  }

  @Override
  public void close() {
    scheduler.stop();
    context.getContainerTokenSecretManager().stop();
    context.getNMTokenSecretManager().stop();
  }
}
