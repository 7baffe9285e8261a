// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.rm.HalvingModel;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

public class ProfileResolverTest {
  private static final JobDescriptor JOB =
      new JobDescriptor(ApplicationId.newInstance(1, 1), "job", "MAPREDUCE", null, null);

  private long nowMs = 5_000;
  private int searches;
  private final ProfileResolver models =
      UnclaimedProfiles.resolver(
          (job, priority) -> {
            searches++;
            return priority == 20 ? new HalvingModel() : null;
          },
          () -> nowMs);

  @Test
  public void profileIsCachedForATime() {
    assertNotNull(models.of(JOB, 20));
    nowMs += ProfileResolver.KEPT_MS - 1;
    assertNotNull(models.of(JOB, 20));
    assertEquals(1, searches);
    assertNull(models.of(JOB, 10));
    assertEquals(2, searches);
    nowMs++;
    assertNotNull(models.of(JOB, 20));
    assertEquals(3, searches);
  }

  @Test
  public void reloadedProfilesApplyAtOnce() {
    models.of(JOB, 20);
    models.reloaded();
    models.of(JOB, 20);
    models.of(JOB, 20);
    assertEquals(2, searches);
  }

  @Test
  public void applicationOfManyPrioritiesDoesNotEvictOthers() {
    JobDescriptor other =
        new JobDescriptor(ApplicationId.newInstance(1, 2), "job", "MAPREDUCE", null, null);
    assertNotNull(models.of(other, 20));
    for (int look = 0; look < 3; look++) {
      nowMs++;
      for (int priority = 0; priority < 30_000; priority++) {
        models.of(JOB, priority);
      }
    }
    assertEquals("each once, and no more of them", 1 + ProfileResolver.MAX_KINDS, searches);
    assertNotNull("it keeps what it has", models.of(JOB, 20));
    assertNotNull(models.of(other, 20));
    assertEquals("kept", 1 + ProfileResolver.MAX_KINDS, searches);
    nowMs += ProfileResolver.KEPT_MS;
    assertNull(models.of(JOB, 29_999));
    assertEquals("those not looked at any more make room", 2 + ProfileResolver.MAX_KINDS, searches);
  }

  @Test
  public void endedApplicationIsForgotten() {
    models.of(JOB, 20);
    models.applicationEnded(JOB.id());
    models.of(JOB, 20);
    assertEquals(2, searches);
  }

  @Test
  public void longestRunTimeIsThatOfASmallSize() {
    assertEquals(0, models.longestMs(JOB, 10));
    assertEquals(1_500, models.longestMs(JOB, 20));
  }

  @Test
  public void sizesTooSmallForTheTaskDoNotCount() {
    ProfileResolver steps =
        UnclaimedProfiles.resolver(
            (job, priority) -> new StepModel(1_000, 4_000, 1e9, 0), () -> nowMs);
    assertEquals("a thousand years", 4_000, steps.longestMs(JOB, 20));
  }

  @Test
  public void modelsAreInUseUntilNoneWasFoundForAMinute() {
    assertFalse(models.isInUse(nowMs));
    models.of(JOB, 10);
    assertFalse("it has none", models.isInUse(nowMs));
    models.of(JOB, 20);
    assertTrue(models.isInUse(nowMs));
    assertTrue(models.isInUse(nowMs + ProfileResolver.IN_USE_MS - 1));
    assertFalse(models.isInUse(nowMs + ProfileResolver.IN_USE_MS));
    nowMs += ProfileResolver.IN_USE_MS;
    models.of(JOB, 10);
    assertFalse(models.isInUse(nowMs));
    models.of(JOB, 20);
    assertTrue(models.isInUse(nowMs));
  }
}
