// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.Test;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.DistrustTest;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.job.JobDescriptor;
import org.yarnext.elastic.rm.world.UnclaimedProfiles;

/** {@link DistrustTest} tests the effect of a changed file of profiles. */
public class ProfileReloaderTest {
  @Test
  public void threadSurvivesAFailedRefreshAndEndsWithTheRounds() throws Exception {
    CountDownLatch thrice = new CountDownLatch(3);
    AtomicReference<Thread> thread = new AtomicReference<>();
    ProfileSource source =
        new ProfileSource() {
          @Override
          public ElasticityModel find(JobDescriptor job, int priority) {
            return null;
          }

          @Override
          public boolean refresh() {
            thread.set(Thread.currentThread());
            thrice.countDown();
            throw new NoClassDefFoundError("on purpose");
          }
        };
    ProfileReloader rounds =
        new ProfileReloader(
            source, UnclaimedProfiles.resolver(source, () -> 0), ElasticHost.DAEMON, 1);
    rounds.start();
    try {
      assertTrue(thrice.await(120, TimeUnit.SECONDS));
    } finally {
      rounds.stop();
      rounds.stop();
    }
    thread.get().join(120_000);
    assertFalse(thread.get().isAlive());
  }
}
