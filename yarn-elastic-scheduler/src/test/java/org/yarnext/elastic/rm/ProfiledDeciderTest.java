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
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.policy.trust.UndersizedEnd.How;

public class ProfiledDeciderTest {
  private final AskedJob job =
      new AskedJob(ApplicationId.newInstance(1, 1), "sort", "MAPREDUCE", null);
  private final ElasticityModel model = new HalvingModel();
  private final AtomicInteger searches = new AtomicInteger();
  private long nowMs = 1_000_000;

  private final Models models =
      new Models(
          (asked, priority) -> {
            searches.incrementAndGet();
            return priority == 20 ? model : null;
          },
          () -> nowMs);

  private Offer offer(int priority) {
    return new Offer(
        job,
        priority,
        Resource.newInstance(1024, 1),
        new Sizes(256, 256),
        NodeId.newInstance("n", 1),
        Resource.newInstance(600, 1),
        0);
  }

  private ProfiledDecider decider(JobEnds ends) {
    return new ProfiledDecider(
        models,
        new Trust(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> nowMs),
        ends,
        (offer, m, endMs, now) -> {
          assertEquals(nowMs, now);
          assertEquals(model, m);
          return Decision.of(endMs, Deciders.Why.HALVED);
        },
        () -> nowMs);
  }

  @Test
  public void withoutAProfileNothingIsShrunk() throws Exception {
    ProfiledDecider decider = decider(id -> 7);
    assertFalse(decider.concerns(job, 10));
    assertNull(decider.decide(offer(10)).value());
    assertEquals(PlacementReason.NO_PROFILE, decider.decide(offer(10)).reason());
  }

  @Test
  public void withoutAnExpectedEndNothingIsShrunk() throws Exception {
    Decision<Long> decision = decider(JobEnds.NONE).decide(offer(20));
    assertNull(decision.value());
    assertEquals(PlacementReason.JOB_END_UNKNOWN, decision.reason());
  }

  @Test
  public void withBothTheRuleDecides() throws Exception {
    assertEquals(7L, (long) decider(id -> 7).decide(offer(20)).value());
    assertTrue(decider(id -> 7).concerns(job, 20));
  }

  @Test
  public void theHeapThatANodeHasFoundIsPartOfTheOffer() throws Exception {
    ProfiledDecider decider =
        new ProfiledDecider(
            models,
            new Trust(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> nowMs),
            id -> 7,
            (offer, m, endMs, now) -> Decision.of(offer.heapMb(), Deciders.Why.HALVED),
            () -> nowMs);
    assertEquals(-1, (long) decider.decide(offer(20)).value());
    UndersizedEnd fits = UndersizedEnd.left(1024, 512, UndersizedEnd.FITS, 9, How.WELL);
    assertNull(decider.ended(job, 20, fits.withHeapMb(256), nowMs));
    assertEquals(256, (long) decider.decide(offer(20)).value());
  }

  @Test
  public void profilesAreSearchedOnceInAWhile() {
    for (int i = 0; i < 100; i++) {
      models.of(job, 20);
      models.of(job, 10);
    }
    assertEquals(2, searches.get());
    nowMs += Models.KEPT_MS;
    models.of(job, 20);
    assertEquals(3, searches.get());
  }

  @Test
  public void memoryBeyondTheIdealIsNotMissed() {
    assertEquals(512, Models.modelMb(model, 1024, 512));
    assertEquals(1024 - 512, Models.modelMb(model, 1536, 1024));
    assertEquals(400, Models.modelMb(model, 900, 400));
    assertEquals(1024, Models.modelMb(model, 2048, 2048));
    assertEquals(1, Models.modelMb(model, 4096, 512));
  }

  @Test
  public void aSmallerContainersDiskUseComesFromItsModel() {
    ProfiledDecider decider = decider(JobEnds.NONE);
    assertEquals(10, decider.diskMbPerSecond(job, 20, 1024, 512), 0);
    assertEquals(0, decider.diskMbPerSecond(job, 20, 1024, 1024), 0);
    assertEquals(0, decider.diskMbPerSecond(job, 10, 1024, 512), 0);
  }

  private static UndersizedEnd end(How how, long ranMs) {
    return new UndersizedEnd(1024, 512, true, ranMs, how);
  }

  @Test
  public void aTaskThatRanOutOfMemoryIsFollowedByFullSizes() throws Exception {
    ProfiledDecider decider = decider(id -> 7);
    Decision<Boolean> why = decider.ended(job, 20, end(How.OUT_OF_MEMORY, 10), nowMs);
    assertEquals(TrustReason.TRUST_LOST_MEMORY, why.reason());
    assertNull("said once", decider.ended(job, 20, end(How.OUT_OF_MEMORY, 10), nowMs));
    Decision<Long> refusal = decider.decide(offer(20));
    assertNull(refusal.value());
    assertEquals("TRUST_LOST_MEMORY{forMs=1000}", refusal.toString());
    nowMs += 1_000;
    assertEquals(7L, (long) decider.decide(offer(20)).value());
  }

  /** Of the runs of one job; its model, which is known by its number, may be another one later. */
  private final class Versions implements ProfileSource {
    int version = 1;

    @Override
    public ElasticityModel find(AskedJob asked, int priority) {
      return new HalvingModel();
    }

    @Override
    public TaskClass taskClass(AskedJob asked, int priority) {
      return new TaskClass(asked.id().toString(), "etl " + version, "map");
    }
  }

  @Test
  public void endsOfContainersThatAnOlderModelPlacedSayNothingOfTheNewOne() throws Exception {
    Versions versions = new Versions();
    Models known = new Models(versions, () -> nowMs);
    Trust trust = new Trust(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> nowMs);
    ProfiledDecider decider =
        new ProfiledDecider(known, trust, id -> 7, (offer, m, endMs, now) -> null, () -> nowMs);
    AskedJob next = new AskedJob(ApplicationId.newInstance(1, 2), "sort", "MAPREDUCE", null);
    known.of(job, 20);
    known.of(next, 20);
    long placedMs = nowMs;
    nowMs += 100;
    known.reloaded();
    known.of(job, 20);
    assertEquals("it has not changed", Long.MIN_VALUE, known.find(job, 20).sinceMs);
    versions.version++;
    known.reloaded();
    assertTrue(decider.concerns(job, 20));
    assertNull("not judged", ended(decider, 6, placedMs, end(How.WELL, 9_000)));
    ended(decider, 1, placedMs, end(How.OUT_OF_MEMORY, 10));
    assertFalse("the application", trust.of(known.find(job, 20).taskClass).value());
    assertTrue("another run", trust.of(known.find(next, 20).taskClass).value());
    nowMs += 100;
    ended(decider, 1, nowMs, end(How.OUT_OF_MEMORY, 10));
    assertFalse("one of its own", trust.of(known.find(next, 20).taskClass).value());
  }

  /** The last answer. */
  private Decision<Boolean> ended(
      ProfiledDecider decider, int times, long madeMs, UndersizedEnd end) {
    Decision<Boolean> last = null;
    for (int i = 0; i < times; i++) {
      last = decider.ended(job, 20, end, madeMs);
    }
    return last;
  }

  @Test
  public void runTimesAreComparedWithTheModelsForTheSizeGiven() throws Exception {
    ProfiledDecider decider = decider(id -> 7);
    for (int i = 0; i < 10; i++) {
      assertNull(decider.ended(job, 20, end(How.WELL, 3_000), nowMs));
    }
    assertNull(decider.ended(job, 20, end(How.WELL, 3_001), nowMs));
    assertNull(decider.ended(job, 20, end(How.WELL, 3_001), nowMs));
    assertEquals(
        TrustReason.TRUST_LOST_RUN_TIMES,
        decider.ended(job, 20, end(How.WELL, 3_001), nowMs).reason());
  }

  @Test
  public void runTimesOfContainersWithSeveralTasksSayNothing() {
    AskedJob tez = new AskedJob(ApplicationId.newInstance(1, 2), "query", "TEZ", null);
    ProfiledDecider decider = decider(id -> 7);
    for (int i = 0; i < 10; i++) {
      assertNull(decider.ended(tez, 20, end(How.WELL, 900_000), nowMs));
    }
    assertEquals(
        TrustReason.TRUST_LOST_HEAP_LEFT,
        decider.ended(tez, 20, new UndersizedEnd(1024, 512, false, 9, How.FAILED), nowMs).reason());
  }

  @Test
  public void anApplicationThatIsGoneIsForgotten() throws Exception {
    ProfiledDecider decider = decider(id -> 7);
    decider.ended(job, 20, end(How.OUT_OF_MEMORY, 10), nowMs);
    decider.applicationEnded(job.id());
    assertEquals(7L, (long) decider.decide(offer(20)).value());
  }

  @Test
  public void whatHasNoProfileIsNotLearntFrom() {
    assertNull(decider(id -> 7).ended(job, 10, end(How.OUT_OF_MEMORY, 10), nowMs));
  }
}
