// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.server.security.ApplicationACLsManager;
import org.apache.hadoop.yarn.util.Records;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangOutcome;
import org.yarnext.federation.policy.gang.GangAdmissionDecisions;

/**
 * Makes the reports on jobs that wait for their gang or ended while waiting, and checks who may
 * view or kill such a job. Decodes the submission of a waiting job once, as each client's list
 * shows many of them. Thread-safe.
 */
public final class GangReportView {
  /** ResourceManagers show this text for an unknown host and for hidden fields. */
  private static final String HIDDEN = "N/A";

  /** Limit of the cache in characters of text. */
  private static final long MAX_CACHED_CHARACTERS = 32_000_000;

  /** Jobs are compared by identity, and their entries go with them. */
  private final Cache<GangJob, SubmissionSummary> decoded =
      CacheBuilder.newBuilder()
          .weakKeys()
          .maximumWeight(MAX_CACHED_CHARACTERS)
          .weigher((GangJob job, SubmissionSummary summary) -> summary.characters())
          .build();

  /** The Router's own web page, used as the job's tracking URL. */
  private final String page;

  private final Configuration conf;

  /**
   * @param conf the Router's configuration; it says how stock checks who may view or kill a job
   */
  public GangReportView(Configuration conf) {
    page =
        WebAppUtils.getHttpSchemePrefix(conf) + WebAppUtils.getRouterWebAppURLWithoutScheme(conf);
    this.conf = conf;
  }

  /**
   * Returns whether the caller may view the job, as its ResourceManager would decide.
   *
   * @throws IOException if its submission cannot be read
   */
  boolean mayView(GangJob job, UserGroupInformation caller) throws IOException {
    return may(ApplicationAccessType.VIEW_APP, job, summary(job), caller);
  }

  /**
   * Returns whether the caller may kill the job, as its ResourceManager would decide; but
   * administrators of its queue, whom only the ResourceManager knows, may not.
   *
   * @throws IOException if its submission cannot be read
   */
  boolean mayModify(GangJob job, UserGroupInformation caller) throws IOException {
    return may(ApplicationAccessType.MODIFY_APP, job, summary(job), caller);
  }

  private SubmissionSummary summary(GangJob job) throws IOException {
    SubmissionSummary summary = decoded.getIfPresent(job);
    if (summary == null) {
      summary = SubmissionSummary.of(job);
      decoded.put(job, summary);
    }
    return summary;
  }

  private boolean may(
      ApplicationAccessType access,
      GangJob job,
      SubmissionSummary summary,
      UserGroupInformation caller) {
    ApplicationId id = ApplicationId.fromString(job.gang().id());
    ApplicationACLsManager rights = new ApplicationACLsManager(conf);
    rights.addApplication(id, summary.acls());
    return rights.checkAccess(caller, access, job.user(), id);
  }

  /**
   * Returns the report of a waiting job.
   *
   * @param isAdmitted whether its whole gang fits, and it waits to be accepted by a ResourceManager
   * @param place its position; null if unknown
   * @param caller who receives the report, without the diagnostics if they may not view the job
   * @throws IOException if its submission cannot be read
   */
  ApplicationReport waiting(
      GangJob job,
      boolean isAdmitted,
      GangAdmissionDecisions.Place place,
      UserGroupInformation caller)
      throws IOException {
    SubmissionSummary summary = summary(job);
    ApplicationReport report = of(job, summary);
    report.setYarnApplicationState(YarnApplicationState.ACCEPTED);
    report.setFinalApplicationStatus(FinalApplicationStatus.UNDEFINED);
    report.setDiagnostics(why(job, isAdmitted, place));
    hideUnlessViewable(report, job, summary, caller);
    return report;
  }

  private static String why(GangJob job, boolean isAdmitted, GangAdmissionDecisions.Place place) {
    if (isAdmitted) {
      return "Its whole gang fits; it waits at the Router until a ResourceManager accepts it.";
    }
    return place == null
        ? "It waits at the Router until its whole gang fits."
        : String.format(
            Locale.ROOT,
            "%s It is number %d of the waiting jobs of %s, and waits for the quota of %s.",
            place.reason().text(),
            place.position(),
            job.gang().queue(),
            place.queue());
  }

  /**
   * Returns the report of a job that ended while waiting.
   *
   * @param caller who receives the report, without the diagnostics if they may not view the job
   * @throws IOException if its submission cannot be read
   */
  ApplicationReport ended(GangOutcome end, UserGroupInformation caller) throws IOException {
    SubmissionSummary summary = SubmissionSummary.of(end.job());
    ApplicationReport report = of(end.job(), summary);
    report.setYarnApplicationState(
        end.isKilled() ? YarnApplicationState.KILLED : YarnApplicationState.FAILED);
    report.setFinalApplicationStatus(
        end.isKilled() ? FinalApplicationStatus.KILLED : FinalApplicationStatus.FAILED);
    report.setDiagnostics(end.diagnostics());
    report.setFinishTime(end.endedMs());
    hideUnlessViewable(report, end.job(), summary, caller);
    return report;
  }

  /**
   * Hides the diagnostics, as ResourceManagers do, from callers who may not view the job. The
   * tracking URL is the same for all jobs.
   */
  private void hideUnlessViewable(
      ApplicationReport report,
      GangJob job,
      SubmissionSummary summary,
      UserGroupInformation caller) {
    if (!may(ApplicationAccessType.VIEW_APP, job, summary, caller)) {
      report.setDiagnostics(HIDDEN);
    }
  }

  private ApplicationReport of(GangJob job, SubmissionSummary summary) {
    ApplicationId id = ApplicationId.fromString(job.gang().id());
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(id);
    report.setCurrentApplicationAttemptId(ApplicationAttemptId.newInstance(id, 0));
    report.setUser(job.user());
    report.setQueue(job.gang().queue());
    report.setName(summary.name());
    report.setApplicationType(summary.type());
    report.setApplicationTags(new HashSet<>(summary.tags()));
    report.setPriority(summary.priority());
    report.setHost(HIDDEN);
    report.setRpcPort(-1);
    report.setTrackingUrl(page);
    report.setOriginalTrackingUrl(page);
    report.setStartTime(job.submittedMs());
    report.setSubmitTime(job.submittedMs());
    report.setProgress(0);
    return report;
  }
}
