// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.Test;

/** Gangs that are refused, and applications that are no gangs. */
public class GangRefusalTest extends GangInterceptorTestBase {
  @Test
  public void gangThatCouldNeverStartIsRefusedAtOnce() throws Exception {
    start();
    YarnException tooLarge =
        assertThrows(YarnException.class, () -> submit(JOB, "a", "gang=4x1024"));
    assertTrue(tooLarge.getMessage(), tooLarge.getMessage().contains("GANG_NEVER_FITS"));
    YarnException nowhere =
        assertThrows(YarnException.class, () -> submit(JOB, "b", "gang=1x1024"));
    assertTrue(nowhere.getMessage(), nowhere.getMessage().contains("GANG_NO_SUCH_QUEUE"));
    YarnException malformed = assertThrows(YarnException.class, () -> submit(JOB, "a", "gang=4"));
    assertTrue(malformed.getMessage(), malformed.getMessage().contains("such as gang=16x2048"));
    assertTrue(stock.submitted.isEmpty());
    assertNull(store.job(JOB.toString()));
  }

  @Test
  public void gangsBeyondTheWaitingLimitAreRefused() throws Exception {
    conf.set("yarn.federation.policies.gang.max-waiting", "2");
    start();
    submit(JOB, "a", "gang=1x1024");
    submit(ApplicationId.newInstance(1, 2), "a", "gang=1x1024");
    ApplicationId third = ApplicationId.newInstance(1, 3);
    YarnException full = assertThrows(YarnException.class, () -> submit(third, "a", "gang=1x1024"));
    assertTrue(full.getMessage(), full.getMessage().contains("GANG_TOO_MANY{jobs=2"));
    assertTrue(full.getMessage(), full.getMessage().contains("gang.max-waiting and"));
    submit(JOB, "a", "gang=1x1024");
    assertTrue("neither past the quota", stock.submitted.isEmpty());
    assertNull(store.job(third.toString()));
    interceptor.forceKillApplication(KillApplicationRequest.newInstance(JOB));
    submit(third, "a", "gang=1x1024");
    assertNotNull(store.job(third.toString()));
  }

  @Test
  public void lateStoreResponsesDoNotBypassQuotas() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "10ms");
    conf.set("yarn.federation.policies.guard.failures-to-trip", "1");
    start();
    String name = String.join("", Collections.nCopies(900_000, "x"));
    for (int i = 1; i <= 10; i++) {
      submit(ApplicationId.newInstance(1, i), "a", c -> c.setApplicationName(name), "gang=1x1024");
    }
    assertTrue(stock.submitted.toString(), stock.submitted.isEmpty());
    assertEquals(10, store.count());
  }

  @Test
  public void gangWithoutAQueueIsInTheDefaultQueue() throws Exception {
    store.publish(Collections.singletonMap("root.default", 4_096L));
    start();
    submit(JOB, null, "gang=1x1024");
    assertEquals("root.default", report(JOB).getQueue());
  }

  @Test
  public void applicationsThatAreNoGangsPass() throws Exception {
    start();
    submit(JOB, "a", "nightly");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
    assertThrows(YarnException.class, () -> report(JOB));
  }

  @Test
  public void gangsPassWithoutQuotas() throws Exception {
    start();
    records.remove("gangs/quotas");
    submit(JOB, "a", "gang=1x1024");
    assertEquals(Collections.singletonList(JOB), stock.submitted);
  }
}
