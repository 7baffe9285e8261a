// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.junit.Test;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.router.submission.SubmissionCodec;

public class GangReportViewTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

  private final GangReportView reports = new GangReportView(withAcls());

  private static Configuration withAcls() {
    Configuration conf = new YarnConfiguration();
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "admin");
    return conf;
  }

  private static GangJob job() {
    ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
    master.setApplicationACLs(Collections.singletonMap(ApplicationAccessType.VIEW_APP, "viewer"));
    ApplicationSubmissionContext submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(ID);
    submission.setApplicationName("train");
    submission.setApplicationTags(Collections.singleton("tag"));
    submission.setPriority(Priority.newInstance(3));
    submission.setAMContainerSpec(master);
    PendingGang gang = PendingGang.of(ID.toString(), "root.a", 2, 8, 1);
    return GangJob.of("owner", gang, 5, SubmissionCodec.write(submission));
  }

  private ApplicationReport waiting(GangJob job) throws IOException {
    return reports.waiting(job, true, null, UserGroupInformation.createRemoteUser("viewer"));
  }

  @Test
  public void decodesTheSubmissionOfAWaitingJobOnce() throws Exception {
    GangJob job = job();
    ApplicationReport first = waiting(job);
    Arrays.fill(job.submission(), (byte) 0xff); // cannot be decoded again
    ApplicationReport second = waiting(job);
    assertEquals("train", second.getName());
    assertEquals(first.getApplicationType(), second.getApplicationType());
    assertEquals(Collections.singleton("tag"), second.getApplicationTags());
    assertEquals(3, second.getPriority().getPriority());
    assertEquals(first.getDiagnostics(), second.getDiagnostics());
    assertTrue(reports.mayView(job, UserGroupInformation.createRemoteUser("viewer")));
    assertFalse(reports.mayView(job, UserGroupInformation.createRemoteUser("other")));
    assertFalse(reports.mayModify(job, UserGroupInformation.createRemoteUser("viewer")));
  }

  @Test
  public void aReportsTagsAndPriorityCanBeChangedWithoutEffectOnTheNext() throws Exception {
    GangJob job = job();
    ApplicationReport first = waiting(job);
    first.getApplicationTags().clear();
    first.getPriority().setPriority(9);
    ApplicationReport second = waiting(job);
    assertEquals(Collections.singleton("tag"), second.getApplicationTags());
    assertEquals(3, second.getPriority().getPriority());
  }
}
