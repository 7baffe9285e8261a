// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.completion;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustReason;
import org.yarnext.elastic.policy.trust.TrustRules;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;
import org.yarnext.elastic.rm.HalvingModel;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.profile.ProfileResolver;
import org.yarnext.elastic.rm.profile.ProfileTrustRegistry;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

public class CompletionListenerTest {
  private final JobDescriptor job =
      new JobDescriptor(ApplicationId.newInstance(1, 1), "sort", "MAPREDUCE", null, null);
  private final ElasticityModel model = new HalvingModel();
  private final AtomicInteger searches = new AtomicInteger();
  private long nowMs = 1_000_000;

  private final ProfileResolver models =
      UnclaimedProfiles.resolver(
          (requested, priority) -> {
            searches.incrementAndGet();
            return priority == 20 ? model : null;
          },
          () -> nowMs);

  private final ProfileTrustRegistry trust =
      new ProfileTrustRegistry(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> nowMs);

  private CompletionListener listener(ProfileResolver profiles) {
    return new CompletionListener(null, profiles, trust, null, null, null, null, () -> true);
  }

  private final CompletionListener listener = listener(models);

  private boolean isTrusted() {
    return trust.of(models.find(job, 20).taskClass).value();
  }

  @Test
  public void profilesAreLookedUpOnlyPeriodically() {
    for (int i = 0; i < 100; i++) {
      models.of(job, 20);
      models.of(job, 10);
    }
    assertEquals(2, searches.get());
    nowMs += ProfileResolver.KEPT_MS;
    models.of(job, 20);
    assertEquals(3, searches.get());
  }

  @Test
  public void memoryBeyondTheIdealIsNotTakenFromTheTask() {
    assertEquals(512, ProfileResolver.modelMb(model, 1024, 512));
    assertEquals(1024 - 512, ProfileResolver.modelMb(model, 1536, 1024));
    assertEquals(400, ProfileResolver.modelMb(model, 900, 400));
    assertEquals(1024, ProfileResolver.modelMb(model, 2048, 2048));
    assertEquals(1, ProfileResolver.modelMb(model, 4096, 512));
  }

  @Test
  public void diskUseOfASmallerContainerComesFromItsModel() {
    assertEquals(10, models.diskMbPerSecond(job, 20, 1024, 512), 0);
    assertEquals(0, models.diskMbPerSecond(job, 20, 1024, 1024), 0);
    assertEquals(0, models.diskMbPerSecond(job, 10, 1024, 512), 0);
  }

  private static UndersizedEnd end(Outcome outcome, long ranMs) {
    return new UndersizedEnd(1024, 512, true, ranMs, outcome);
  }

  @Test
  public void outOfMemoryDistrustsTheTaskClassForATime() throws Exception {
    Decision<Boolean> why = listener.judge(job, 20, end(Outcome.OUT_OF_MEMORY, 10), nowMs);
    assertEquals(TrustReason.TRUST_LOST_MEMORY, why.reason());
    assertNull("said once", listener.judge(job, 20, end(Outcome.OUT_OF_MEMORY, 10), nowMs));
    assertFalse(isTrusted());
    nowMs += 1_000;
    assertTrue(isTrusted());
  }

  /** Profiles of one job's runs, whose model has a number and may change. */
  private final class Versions implements ProfileSource {
    int version = 1;

    @Override
    public ElasticityModel find(JobDescriptor requested, int priority) {
      return new HalvingModel();
    }

    @Override
    public TaskClass taskClass(JobDescriptor requested, int priority) {
      return new TaskClass(requested.id().toString(), "etl " + version, "map");
    }
  }

  @Test
  public void endsUnderAnOldModelAreNoEvidenceForTheNewModel() throws Exception {
    Versions versions = new Versions();
    ProfileResolver known = UnclaimedProfiles.resolver(versions, () -> nowMs);
    CompletionListener listener = listener(known);
    JobDescriptor next =
        new JobDescriptor(ApplicationId.newInstance(1, 2), "sort", "MAPREDUCE", null, null);
    known.of(job, 20);
    known.of(next, 20);
    long placedMs = nowMs;
    nowMs += 100;
    known.reloaded();
    known.of(job, 20);
    assertEquals("it has not changed", Long.MIN_VALUE, known.find(job, 20).sinceMs);
    versions.version++;
    known.reloaded();
    assertTrue(known.of(job, 20) != null);
    assertNull("not judged", ended(listener, 6, placedMs, end(Outcome.WELL, 9_000)));
    ended(listener, 1, placedMs, end(Outcome.OUT_OF_MEMORY, 10));
    assertFalse("the application", trust.of(known.find(job, 20).taskClass).value());
    assertTrue("another run", trust.of(known.find(next, 20).taskClass).value());
    nowMs += 100;
    ended(listener, 1, nowMs, end(Outcome.OUT_OF_MEMORY, 10));
    assertFalse("one of its own", trust.of(known.find(next, 20).taskClass).value());
  }

  /** The last answer. */
  private Decision<Boolean> ended(
      CompletionListener listener, int times, long madeMs, UndersizedEnd end) {
    Decision<Boolean> last = null;
    for (int i = 0; i < times; i++) {
      last = listener.judge(job, 20, end, madeMs);
    }
    return last;
  }

  @Test
  public void runTimesAreComparedWithTheModelForTheGrantedSize() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertNull(listener.judge(job, 20, end(Outcome.WELL, 3_000), nowMs));
    }
    assertNull(listener.judge(job, 20, end(Outcome.WELL, 3_001), nowMs));
    assertNull(listener.judge(job, 20, end(Outcome.WELL, 3_001), nowMs));
    assertEquals(
        TrustReason.TRUST_LOST_RUN_TIMES,
        listener.judge(job, 20, end(Outcome.WELL, 3_001), nowMs).reason());
  }

  @Test
  public void runTimesOfContainersWithSeveralTasksAreNoEvidence() {
    JobDescriptor tez =
        new JobDescriptor(ApplicationId.newInstance(1, 2), "query", "TEZ", null, null);
    for (int i = 0; i < 10; i++) {
      assertNull(listener.judge(tez, 20, end(Outcome.WELL, 900_000), nowMs));
    }
    assertEquals(
        TrustReason.TRUST_LOST_HEAP_LEFT,
        listener
            .judge(tez, 20, new UndersizedEnd(1024, 512, false, 9, Outcome.FAILED), nowMs)
            .reason());
  }

  @Test
  public void endedApplicationIsForgotten() throws Exception {
    listener.judge(job, 20, end(Outcome.OUT_OF_MEMORY, 10), nowMs);
    assertFalse(isTrusted());
    listener.applicationEnded(job.id());
    assertTrue(isTrusted());
  }

  @Test
  public void containersWithoutAProfileAreNotJudged() {
    assertNull(listener.judge(job, 10, end(Outcome.OUT_OF_MEMORY, 10), nowMs));
  }
}
