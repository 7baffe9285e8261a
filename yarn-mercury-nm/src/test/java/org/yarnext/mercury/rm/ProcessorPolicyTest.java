// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.io.File;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.Test;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

/** Policies and quotas by tag, type and queue, also after moves and refreshes. */
public class ProcessorPolicyTest extends MercuryAmsProcessorTestBase {
  @Test
  public void tagReadByTheResourceManagerIsNotSentOn() throws Exception {
    tags = Collections.singleton("yarnext.mercury.policy=50%-Q");
    start("only-G");
    call(any(1, 4));
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
    assertTrue(register().getResourceProfiles().isEmpty());
  }

  @Test
  public void containersBeyondTheBaseAreGuaranteedWhileMemoryIsFree() throws Exception {
    start("beyond(1)");
    call(any(1, 4));
    assertEquals("one more leaves a third of 3 GB", map("g1", 2, "q1", 2), stock.outstanding);
    rm.getResourceScheduler()
        .allocate(
            rm.submit(Collections.emptySet()),
            Collections.singletonList(any(1, 2)),
            null,
            Collections.emptyList(),
            Collections.emptyList(),
            Collections.emptyList(),
            new ContainerUpdates());
    call();
    call();
    assertEquals("two others wait and would stop them", map("g1", 1), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_REQUEST_HELD_BACK_applied"));
  }

  /** Spark's master counts a shed container as a failed executor. */
  @Test
  public void sparkGetsGuaranteedContainersUnlessItsTagDiffers() throws Exception {
    type = "Spark";
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("g1", 4), stock.outstanding);
    assertEquals(1L, counted("MercuryHybrid", "Decision_POLICY_BY_TYPE_applied"));
    stock.outstanding.clear();
    tags = Collections.singleton("yarnext.mercury.policy=50%-Q");
    attempt = rm.submit(tags, type);
    register();
    call(any(1, 4));
    assertEquals(map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void configuredTypesStayGuaranteed() throws Exception {
    conf.set("yarn.mercury.hybrid.guaranteed-types", "flink; tez");
    type = "TEZ";
    start("only-Q");
    call(any(1, 4));
    assertEquals(map("g1", 4), stock.outstanding);
    stock.outstanding.clear();
    attempt = rm.submit(tags, "SPARK");
    register();
    call(any(1, 4));
    assertEquals("no longer in the list", map("q1", 4), stock.outstanding);
  }

  @Test
  public void proxyReceivesTheApplicationTypeIfDistributed() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    type = "Apache Flink";
    start("only-Q");
    managed();
    assertEquals(
        Collections.singleton("yarnext.mercury.guaranteed-type=APACHE FLINK"),
        RegistrationRecord.take(register()).tags());
  }

  @Test
  public void queuePolicyAndQuotaAreFoundByPathAndParents() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:50%-Q");
    conf.set("yarn.mercury.quota.queues", "root:max=1");
    start("only-G");
    call(any(1, 6));
    assertEquals(map("g1", 3, "q1", 1), stock.outstanding);
  }

  @Test
  public void invalidPolicyTagIsExplained() throws Exception {
    tags = Collections.singleton("yarnext.mercury.policy=mostly");
    start("50%-Q");
    assertEquals(1L, counted("MercuryHybrid", "Decision_POLICY_TAG_INVALID_applied"));
    call(any(1, 4));
    assertEquals("as its queue", map("g1", 2, "q1", 2), stock.outstanding);
  }

  @Test
  public void modeOffIsStock() throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "off");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    heartbeats();
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals(Collections.singletonList(ask), stock.last);
    processor.finishApplicationMaster(attempt, null, null);
  }

  /** Returns a value of the sample. */
  private static String sample(String key) {
    Configuration sample = new Configuration(false);
    sample.addResource(new Path(new File("../conf-samples/mercury-hybrid/yarn-site.xml").toURI()));
    return sample.get(key, "");
  }

  /** Stock gives it all of them at once. */
  @Test
  public void sampleQuotaHoldsNoOpportunisticRequestBack() throws Exception {
    conf.set("yarn.mercury.quota.default", sample("yarn.mercury.quota.default"));
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(opportunistic(any(2, 50)));
    assertEquals(map("q2", 50), stock.outstanding);
  }

  /**
   * The master's container counts as guaranteed; the floor applies with any number of containers.
   */
  @Test
  public void relativeQuotaHasAFloor() throws Exception {
    conf.set("yarn.mercury.quota.default", "relative=4.0");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(opportunistic(any(2, 50)));
    assertEquals(map("q2", 10), stock.outstanding);
  }

  @Test
  public void movedApplicationHasThePolicyAndQuotaOfItsNewQueue() throws Exception {
    conf.set("yarn.scheduler.capacity.root.queues", "default,other");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "50");
    conf.set("yarn.scheduler.capacity.root.other.capacity", "50");
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q;root.other:50%-Q");
    conf.set("yarn.mercury.quota.queues", "root.default:max=100;root.other:max=3");
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-G");
    call(any(1, 4));
    assertEquals(map("q1", 4), stock.outstanding);
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), "other");
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), "other");
    call(any(2, 10));
    assertEquals(
        "half of it, and no more than three at a time",
        map("g2", 5, "q1", 2, "q2", 1),
        stock.outstanding);
    call();
    assertEquals(
        "not before less is asked as opportunistic",
        map("g1", 2, "g2", 5, "q1", 2, "q2", 1),
        stock.outstanding);
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), "default");
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), "default");
    call(any(3, 2));
    call();
    assertEquals(map("q1", 4, "q2", 10, "q3", 2), stock.outstanding);
  }

  private void move(String queue) throws Exception {
    rm.getResourceScheduler().preValidateMoveApplication(attempt.getApplicationId(), queue);
    rm.getResourceScheduler().moveApplication(attempt.getApplicationId(), queue);
  }

  @Test
  public void proxyReceivesTheMoveOfAnApplicationIfDistributed() throws Exception {
    conf.setBoolean(YarnConfiguration.DIST_SCHEDULING_ENABLED, true);
    conf.set("yarn.scheduler.capacity.root.queues", "default,other");
    conf.set("yarn.scheduler.capacity.root.default.capacity", "50");
    conf.set("yarn.scheduler.capacity.root.other.capacity", "50");
    start("only-Q");
    move("other");
    assertNull("an unmanaged master is not", RegistrationRecord.takeQueue(send(null)));
    managed();
    register();
    assertNull("it registered there", RegistrationRecord.takeQueue(send(null)));
    move("default");
    assertEquals("root.default", RegistrationRecord.takeQueue(send(null)).queue());
    assertNull("once", RegistrationRecord.takeQueue(send(null)));
  }

  /** Refreshes queues after an edit of the file. */
  private void refreshQueues(String policies, String quotas) throws Exception {
    Configuration edited = rm.getRMContext().getYarnConfiguration();
    edited.set("yarn.mercury.hybrid.queues", policies);
    edited.set("yarn.mercury.quota.queues", quotas);
    rm.getResourceScheduler().reinitialize(edited, rm.getRMContext());
  }

  @Test
  public void queueRefreshAppliesPoliciesAndQuotasUnlessRefused() throws Exception {
    conf.set("yarn.mercury.hybrid.queues", "root.default:only-Q");
    conf.set("yarn.mercury.placement.mode", "off");
    List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(AttemptRegistry.class);
    AppenderSkeleton appender = new Warnings(warnings);
    logger.setLevel(Level.WARN);
    logger.addAppender(appender);
    try {
      start("only-G");
      call(any(1, 4));
      assertEquals(map("q1", 4), stock.outstanding);
      refreshQueues("root.default:50%-Q", "root.default:max=1");
      await(
          "the policy",
          () -> {
            call();
            return stock.outstanding.equals(map("g1", 2, "q1", 1));
          });
      refreshQueues("root.default:only-Q", "root.default:some");
      await(
          "the refusal",
          () -> {
            call();
            return warnings.stream().anyMatch(w -> w.contains("yarn.mercury.quota.queues"));
          });
      call(any(2, 4));
      assertEquals(map("g1", 2, "g2", 2, "q1", 1), stock.outstanding);
    } finally {
      logger.removeAppender(appender);
      logger.setLevel(null);
    }
  }

  /** Keeps what is warned of. */
  private static final class Warnings extends AppenderSkeleton {
    private final List<String> into;

    Warnings(List<String> into) {
      this.into = into;
    }

    @Override
    protected void append(LoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        into.add(event.getRenderedMessage());
      }
    }

    @Override
    public void close() {}

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }

  /** The line is for the record here; MapReduce would keep one a task in its history. */
  @Test
  public void runTimeInTheDiagnosticsIsReadAndHiddenFromTheMaster() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("shorter-than(10s)");
    Container c = container(1001, 1, nodes.get(0));
    c.setExecutionType(ExecutionType.GUARANTEED);
    stock.granted.add(c);
    send(null, any(1, 1));
    stock.completed.add(
        ContainerStatus.newInstance(
            c.getId(),
            ContainerState.COMPLETE,
            "[now]Done" + RunTimeReport.of(2_000, null).amongDiagnostics(),
            0));
    ContainerStatus ended = send(null).getCompletedContainersStatuses().get(0);
    assertEquals("[now]Done", ended.getDiagnostics());
    assertEquals(c.getId(), ended.getContainerId());
    call(any(1, 4));
    assertEquals("it was read", map("q1", 4), stock.outstanding);
  }

  /** A node whose queue is on reports run times, whatever the ResourceManager does. */
  @Test
  public void runTimeIsHiddenFromTheMasterWhileNothingIsDivided() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    conf.set("yarn.mercury.hybrid.mode", "off");
    start("only-G");
    stock.completed.add(
        ContainerStatus.newInstance(
            container(1001, 1, nodes.get(0)).getId(),
            ContainerState.COMPLETE,
            "[now]Done" + RunTimeReport.of(2_000, null).amongDiagnostics(),
            0));
    ContainerStatus ended = send(null).getCompletedContainersStatuses().get(0);
    assertEquals("[now]Done", ended.getDiagnostics());
  }

  @Test
  public void laterRunOfAJobIsDividedAtOnce() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("shorter-than(10s)");
    assertEquals("nothing is known", map("g1", 4), requested("daily 2026-11-27"));
    Container c = running("daily 2026-11-28");
    stock.completed.add(
        ContainerStatus.newInstance(
            c.getId(), ContainerState.COMPLETE, RunTimeReport.of(2_000, null).toString(), 0));
    send(null);
    assertEquals(map("q1", 4), requested("daily 2026-11-29"));
    assertEquals("another job", map("g1", 4), requested("hourly 2026-11-29"));
    assertEquals(
        "another user's",
        map("g1", 4),
        UserGroupInformation.createRemoteUser("another")
            .doAs(
                (PrivilegedExceptionAction<Map<String, Integer>>)
                    () -> requested("daily 2026-11-29")));
  }

  /** The master never receives the end of this container. */
  @Test
  public void containerThatEndsAfterTheLastCallCountsForLaterRuns() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("shorter-than(10s)");
    Container early = running("hourly 1");
    reported(early, 0);
    finish();
    assertEquals("reported before the end", map("q1", 4), requested("hourly 2"));
    Container late = running("daily 1");
    finish();
    reported(late, 0);
    assertEquals("reported after the end", map("q1", 4), requested("daily 2"));
    Container killed = running("weekly 1");
    finish();
    reported(killed, ContainerExitStatus.KILLED_AFTER_APP_COMPLETION);
    assertEquals("did not end by itself", map("g1", 4), requested("weekly 2"));
  }

  /** Returns a running container of a new application. */
  private Container running(String name) throws Exception {
    requested(name);
    Container c = container(1001, 1, nodes.get(0));
    c.setExecutionType(ExecutionType.GUARANTEED);
    stock.granted.add(c);
    send(null);
    return c;
  }

  private void reported(Container c, int exit) throws Exception {
    String diagnostics = RunTimeReport.of(2_000, null).toString();
    rm.heartbeat(
        nodes.get(0),
        Collections.singletonList(
            ContainerStatus.newInstance(c.getId(), ContainerState.COMPLETE, diagnostics, exit)));
  }

  private void finish() {
    processor.finishApplicationMaster(attempt, null, null);
  }

  /** The schedulers' parts of four containers of a new application. */
  private Map<String, Integer> requested(String name) throws Exception {
    stock.outstanding.clear();
    attempt = rm.submit(tags, type, name);
    register();
    send(null, any(1, 4));
    return new TreeMap<>(stock.outstanding);
  }
}
