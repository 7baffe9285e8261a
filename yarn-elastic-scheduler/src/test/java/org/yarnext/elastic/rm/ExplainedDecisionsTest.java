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
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;
import org.yarnext.common.decision.DecisionRing;

/** What a real scheduler remembers of its decisions, to be explained later. */
@RunWith(Parameterized.class)
public class ExplainedDecisionsTest {
  private static final int MAP = 20;
  private static final String ASK = " priority 20 asking 1024 MB on ";

  private final SchedulerKind kind;
  private World world;

  public ExplainedDecisionsTest(SchedulerKind kind) {
    this.kind = kind;
  }

  @Parameters(name = "{0}")
  public static Collection<Object[]> kinds() {
    return Arrays.asList(new Object[][] {{SchedulerKind.FAIR}, {SchedulerKind.CAPACITY}});
  }

  @After
  public void close() {
    world.close();
  }

  /** A job that asks for more than is left beside its master; who places what is said. */
  private ApplicationAttemptId askTooMuch(String mode, UndersizeDecider decider) throws Exception {
    world = World.ours(kind, mode, decider);
    world.addBallast();
    world.addNode("10.0.0.1", 1024, 8);
    ApplicationAttemptId job = world.run(1, "a", "MAPREDUCE");
    world.ask(job, MAP, 1024, 1, 1);
    world.heartbeats(5);
    return job;
  }

  private static List<DecisionRing.Entry> about(DecisionRing ring, Deciders.Why why) {
    return ring.recent(100).stream()
        .filter(entry -> entry.reason() == why)
        .collect(Collectors.toList());
  }

  private List<DecisionRing.Entry> placed() {
    return about(world.undersizing().journal().log().ring(), Deciders.Why.HALVED);
  }

  private List<DecisionRing.Entry> refused() {
    return about(world.undersizing().journal().refused(), Deciders.Why.NOT_HALVED);
  }

  @Test
  public void whyAContainerHasLessIsRememberedUnderItsId() throws Exception {
    ApplicationAttemptId job = askTooMuch("on", Deciders.HALVE);
    ContainerId task = world.take(job).get(0).getId();
    List<DecisionRing.Entry> placed = placed();
    assertEquals(placed.toString(), 1, placed.size());
    String subject = placed.get(0).subject();
    assertTrue(subject, subject.startsWith(task + ASK + "10.0.0.1:"));
    assertEquals(512L, placed.get(0).inputs().get("grantedMb"));
    assertEquals(768L, placed.get(0).inputs().get("freeMb"));
    assertTrue(placed.get(0).applied());
    assertEquals(1, world.count("ContainersUndersized"));
    assertEquals(512, world.count("SavedMB"));
  }

  @Test
  public void inShadowWhatWouldBeDoneIsRememberedUnderTheApplication() throws Exception {
    ApplicationAttemptId job = askTooMuch("shadow", Deciders.HALVE);
    assertEquals("[]", world.take(job).toString());
    List<DecisionRing.Entry> placed = placed();
    assertTrue(placed.toString(), !placed.isEmpty());
    String subject = placed.get(0).subject();
    assertTrue(subject, subject.startsWith(job.getApplicationId() + ASK));
    assertTrue(!placed.get(0).applied());
  }

  @Test
  public void whyAnAskIsNotPlacedIsRememberedOnceInAWhileApartFromTheRest() throws Exception {
    ApplicationAttemptId job = askTooMuch("on", Deciders.halveWhile(() -> false));
    assertTrue(world.count("Decision_NOT_HALVED_applied") > 1);
    List<DecisionRing.Entry> refused = refused();
    assertEquals(refused.toString(), 1, refused.size());
    String subject = refused.get(0).subject();
    assertTrue(subject, subject.startsWith(job.getApplicationId() + ASK + "10.0.0.1:"));
    assertEquals("[]", placed().toString());
  }
}
