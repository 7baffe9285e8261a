// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptImpl;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.tools.simulate.workload.SimJob;

/** Application as the scheduler sees it, with one attempt that runs from its submission on. */
public final class SimulatedApplication extends RMAppImpl {
  /** Arbitrary, but the same in each run. */
  private static final long CLUSTER = 1_000;

  private final Attempt attempt;

  private SimulatedApplication(
      SimJob job,
      ApplicationSubmissionContext submission,
      List<ResourceRequest> masterRequests,
      RMContext context,
      Configuration conf,
      long nowMs) {
    super(
        submission.getApplicationId(),
        context,
        conf,
        job.name(),
        job.user(),
        job.queue(),
        submission,
        context.getScheduler(),
        null,
        nowMs,
        job.framework(),
        Collections.emptySet(),
        masterRequests,
        null,
        nowMs);
    attempt = new Attempt(submission, masterRequests, context, conf, this);
  }

  /**
   * Creates an application.
   *
   * @param masterRequests requests of the Application Master's container; empty if it runs
   *     elsewhere
   */
  public static SimulatedApplication of(
      ApplicationId id,
      SimJob job,
      List<ResourceRequest> masterRequests,
      RMContext context,
      Configuration conf,
      long nowMs) {
    ApplicationSubmissionContext submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(id);
    submission.setPriority(Priority.newInstance(0));
    submission.setMaxAppAttempts(1);
    submission.setUnmanagedAM(masterRequests.isEmpty());
    return new SimulatedApplication(job, submission, masterRequests, context, conf, nowMs);
  }

  /**
   * Returns the id of an application. Schedulers take the lower number for the earlier submission.
   *
   * @param number 1 for the first that is submitted, then 2
   */
  public static ApplicationId id(int number) {
    return ApplicationId.newInstance(CLUSTER, number);
  }

  public ApplicationAttemptId attemptId() {
    return attempt.getAppAttemptId();
  }

  /** Sets the container of the Application Master. */
  public void masterRuns(Container container) {
    attempt.master = container;
  }

  @Override
  public RMAppAttempt getCurrentAppAttempt() {
    return attempt;
  }

  @Override
  public RMAppAttempt getRMAppAttempt(ApplicationAttemptId id) {
    return attempt;
  }

  @Override
  public RMAppState getState() {
    return RMAppState.RUNNING;
  }

  private static final class Attempt extends RMAppAttemptImpl {
    private Container master;

    Attempt(
        ApplicationSubmissionContext submission,
        List<ResourceRequest> masterRequests,
        RMContext context,
        Configuration conf,
        SimulatedApplication app) {
      super(
          ApplicationAttemptId.newInstance(submission.getApplicationId(), 1),
          context,
          context.getScheduler(),
          null,
          submission,
          conf,
          masterRequests,
          app);
    }

    @Override
    public Container getMasterContainer() {
      return master;
    }
  }
}
