// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationReportResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsResponse;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.KillApplicationResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SubmitApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.router.clientrm.PassThroughClientRequestInterceptor;
import org.apache.hadoop.yarn.util.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.router.report.GangListFilter;
import org.yarnext.federation.router.report.GangReportCache;

/**
 * Hooks {@code yarn.router.clientrm.interceptor-class.pipeline} in front of stock's
 * FederationClientInterceptor: jobs that declare a gang wait here until the whole gang fits.
 * Clients see them as ACCEPTED, with the reason and the position (Hydra section 4.2, gang admission
 * control).
 *
 * <p>There is one instance for each user. Thread-safe.
 */
public final class GangInterceptor extends PassThroughClientRequestInterceptor {
  private static final Logger LOG = LoggerFactory.getLogger(GangInterceptor.class);

  private GangHook hook;

  @Override
  public void init(String userName) {
    super.init(userName);
    hook = GangHookRegistry.of(getConf());
  }

  @Override
  public SubmitApplicationResponse submitApplication(SubmitApplicationRequest request)
      throws YarnException, IOException {
    GangSubmissionDecision hold =
        hook.current().hold(user.getShortUserName(), request.getApplicationSubmissionContext());
    if (hold == GangSubmissionDecision.PASSES) {
      return super.submitApplication(request);
    }
    if (hold.refusal() != null) {
      throw new YarnException(hold.refusal());
    }
    return SubmitApplicationResponse.newInstance();
  }

  @Override
  public GetApplicationReportResponse getApplicationReport(GetApplicationReportRequest request)
      throws YarnException, IOException {
    GangReportCache reports = hook.current().reports();
    if (reports == null || request.getApplicationId() == null) {
      return super.getApplicationReport(request);
    }
    String id = request.getApplicationId().toString();
    ApplicationReport held = reports.report(user, id);
    if (held == null) {
      try {
        return super.getApplicationReport(request);
      } catch (YarnException | IOException e) {
        held = reports.reportMissed(user, id);
        if (held == null) {
          throw e;
        }
        LOG.debug("{} is waiting, or was just started and is not known yet", id, e);
      }
    }
    GetApplicationReportResponse response = Records.newRecord(GetApplicationReportResponse.class);
    response.setApplicationReport(held);
    return response;
  }

  /** Adds the waiting jobs that match the request, up to the client's limit. */
  @Override
  public GetApplicationsResponse getApplications(GetApplicationsRequest request)
      throws YarnException, IOException {
    GetApplicationsResponse response = super.getApplications(request);
    GangReportCache reports = hook.current().reports();
    if (reports == null) {
      return response;
    }
    List<ApplicationReport> all = new ArrayList<>(response.getApplicationList());
    List<ApplicationReport> held =
        reports.reports(() -> new GangListFilter(request, user, getConf()), all.size());
    if (!held.isEmpty()) {
      all.addAll(held);
      response.setApplicationList(all);
    }
    return response;
  }

  @Override
  public KillApplicationResponse forceKillApplication(KillApplicationRequest request)
      throws YarnException, IOException {
    GangReportCache reports = hook.current().reports();
    if (reports == null || request.getApplicationId() == null) {
      return super.forceKillApplication(request);
    }
    String id = request.getApplicationId().toString();
    GangCoordinator.Kill kill = reports.kill(user, id);
    if (kill == GangCoordinator.Kill.NOT_WAITING) {
      try {
        return super.forceKillApplication(request);
      } catch (YarnException | IOException e) {
        kill = reports.killMissed(user, id);
        if (kill == GangCoordinator.Kill.NOT_WAITING) {
          throw e;
        }
      }
    }
    // The client repeats the call for a job that is only marked.
    return KillApplicationResponse.newInstance(kill == GangCoordinator.Kill.DONE);
  }
}
