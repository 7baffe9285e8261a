// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.ApplicationsRequestScope;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsResponse;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.router.clientrm.PassThroughClientRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.LossyZooKeeper;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

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
