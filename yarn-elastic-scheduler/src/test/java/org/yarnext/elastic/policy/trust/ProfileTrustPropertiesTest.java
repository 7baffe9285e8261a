// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;

/** Properties after every history. Each trial is made from its seed, which a failure names. */
@RunWith(JUnitQuickcheck.class)
public class ProfileTrustPropertiesTest {
  private static final long FOR = 100;

  @Property(trials = 200)
  public void memoryFailuresCostTrustForALimitedTime(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    ProfileTrust trust = new ProfileTrust(new TrustRules(FOR, 2.0, 5));
    Map<String, Long> lastFailure = new HashMap<>();
    long now = random.nextInt(1000);
    for (int step = 0; step < 200; step++) {
      now += random.nextInt(60);
      String app = "app_" + random.nextInt(3);
      String name = random.nextBoolean() ? "map" : "reduce";
      TaskClass task = new TaskClass(app, random.nextInt(3) == 0 ? null : "job", name);
      boolean fails = random.nextInt(20) == 0;
      trust.ended(
          task,
          new UndersizedEnd(
              2, 1, true, random.nextInt(150), fails ? Outcome.OUT_OF_MEMORY : Outcome.WELL),
          100,
          now);
      if (fails) {
        lastFailure.put(app + name, now);
        if (task.toString().contains("(job)")) {
          lastFailure.put("job" + name, now);
        }
      }
      TaskClass requested = new TaskClass("app_" + random.nextInt(4), "job", name);
      Decision<Boolean> decision = trust.trusted(requested, now);
      long latest =
          Math.max(
              lastFailure.getOrDefault("job" + name, Long.MIN_VALUE / 2),
              lastFailure.getOrDefault(
                  requested.toString().split(" ")[0] + name, Long.MIN_VALUE / 2));
      if (now - latest < FOR) {
        assertFalse(decision.value());
      } else if (now - latest >= 16 * FOR) {
        assertTrue(decision.value());
      }
      assertEquals(decision.value(), decision.reason() == TrustReason.TRUST_KEPT);
    }
    assertTrue("no run time was too long", trust.trusted(task("job"), now + 16 * FOR).value());
  }

  private static TaskClass task(String job) {
    return new TaskClass("app_0", job, "map");
  }

  @Property(trials = 5)
  public void numberOfRememberedFailuresIsBoundedAndTheNewestIsKept(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    ProfileTrust trust = new ProfileTrust(new TrustRules(FOR, 2.0, 5));
    UndersizedEnd ranOut = new UndersizedEnd(2, 1, true, 1, Outcome.OUT_OF_MEMORY);
    for (int i = 0; i < 3 * ProfileTrust.MAX_REMEMBERED; i++) {
      TaskClass task = new TaskClass("app_" + i, random.nextBoolean() ? "job" + i : null, "map");
      trust.ended(task, ranOut, 1, 0);
      assertFalse(trust.trusted(task, 0).value());
      assertTrue(trust.remembered() <= ProfileTrust.MAX_REMEMBERED);
    }
  }
}
