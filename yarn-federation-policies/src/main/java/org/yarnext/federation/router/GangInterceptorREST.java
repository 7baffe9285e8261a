// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.Response.Status;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.ApplicationsRequestBuilder;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppInfoFactory;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppState;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ApplicationSubmissionContextInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.AppsInfo;
import org.apache.hadoop.yarn.server.router.webapp.FederationInterceptorREST;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.router.report.GangListFilter;
import org.yarnext.federation.router.report.GangReportCache;
import org.yarnext.federation.router.submission.RestSubmissionParser;

/**
 * Hooks {@code yarn.router.webapp.interceptor-class.pipeline}: jobs that declare a gang wait as
 * those submitted through {@link GangInterceptor}, and REST clients see, list and kill them.
 *
 * <p>It replaces and extends stock's FederationInterceptorREST: stock would not pass the service
 * that delegation tokens need through an interceptor in front of it. There is one instance for each
 * user. Thread-safe.
 */
public final class GangInterceptorREST extends FederationInterceptorREST {
  private GangHook hook;

  @Override
  public void init(String userName) {
    super.init(userName);
    hook = GangHookRegistry.of(getConf());
  }

  @Override
  public Response submitApplication(ApplicationSubmissionContextInfo newApp, HttpServletRequest hsr)
      throws AuthorizationException, IOException, InterruptedException {
    RestSubmissionParser submission = new RestSubmissionParser(newApp, hsr, getConf());
    if (!hook.current().decides() || !submission.mayDeclare()) {
      return super.submitApplication(newApp, hsr);
    }
    String whyForbidden = hook.current().acts() ? submission.whyForbidden() : null;
    if (whyForbidden != null) {
      return Response.status(Status.FORBIDDEN).entity(whyForbidden).build();
    }
    GangSubmissionDecision hold =
        hook.current().hold(getUser().getShortUserName(), submission.contextIfValid());
    if (hold == GangSubmissionDecision.PASSES) {
      return super.submitApplication(newApp, hsr);
    }
    return hold.refusal() != null
        ? Response.status(Status.BAD_REQUEST).entity(hold.refusal()).build()
        : Response.status(Status.ACCEPTED)
            .header(HttpHeaders.LOCATION, hsr.getRequestURL() + "/" + newApp.getApplicationId())
            .build();
  }

  @Override
  public AppInfo getApp(HttpServletRequest hsr, String appId, Set<String> unselectedFields) {
    ApplicationReport held = held(appId);
    AppInfo stocks = held == null ? super.getApp(hsr, appId, unselectedFields) : null;
    if (held == null && stocks == null) {
      held = missed(appId);
    }
    return held == null ? stocks : AppInfoFactory.of(held);
  }

  @Override
  public AppState getAppState(HttpServletRequest hsr, String appId) throws AuthorizationException {
    ApplicationReport held = held(appId);
    AppState stocks = held == null ? super.getAppState(hsr, appId) : null;
    if (held == null && (stocks == null || stocks.getState() == null)) {
      held = missed(appId);
    }
    return held == null ? stocks : new AppState(held.getYarnApplicationState().toString());
  }

  /** Returns the report of a job that is known to wait, or null. */
  private ApplicationReport held(String appId) {
    GangReportCache reports = hook.current().reports();
    String id = idOrNull(appId);
    return reports == null || id == null ? null : reports.report(getUser(), id);
  }

  /** Returns the id as YARN writes it, or null if the text is none, as only stock may see it. */
  private static String idOrNull(String appId) {
    try {
      return ApplicationId.fromString(appId).toString();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the report of a job that no sub-cluster knows, if it waits, or null. */
  private ApplicationReport missed(String appId) {
    GangReportCache reports = hook.current().reports();
    String id = idOrNull(appId);
    return reports == null || id == null ? null : reports.reportMissed(getUser(), id);
  }

  /** Adds the waiting jobs that match the request, up to the client's limit. */
  @Override
  public AppsInfo getApps(
      HttpServletRequest hsr,
      String stateQuery,
      Set<String> statesQuery,
      String finalStatusQuery,
      String userQuery,
      String queueQuery,
      String count,
      String startedBegin,
      String startedEnd,
      String finishBegin,
      String finishEnd,
      Set<String> applicationTypes,
      Set<String> applicationTags,
      String name,
      Set<String> unselectedFields) {
    AppsInfo stocks =
        super.getApps(
            hsr,
            stateQuery,
            statesQuery,
            finalStatusQuery,
            userQuery,
            queueQuery,
            count,
            startedBegin,
            startedEnd,
            finishBegin,
            finishEnd,
            applicationTypes,
            applicationTags,
            name,
            unselectedFields);
    return withHeld(
        stocks,
        () ->
            GangListFilter.ofQuery(
                () ->
                    ApplicationsRequestBuilder.create()
                        .withStateQuery(stateQuery)
                        .withStatesQuery(statesQuery)
                        .withUserQuery(userQuery)
                        .withLimit(count)
                        .withStartedTimeBegin(startedBegin)
                        .withStartedTimeEnd(startedEnd)
                        .withFinishTimeBegin(finishBegin)
                        .withFinishTimeEnd(finishEnd)
                        .withApplicationTypes(applicationTypes)
                        .withApplicationTags(applicationTags)
                        .withName(name)
                        .build(),
                finalStatusQuery,
                queueQuery,
                getUser(),
                getConf()));
  }

  private AppsInfo withHeld(AppsInfo stocks, Callable<GangListFilter> filter) {
    GangReportCache reports = hook.current().reports();
    if (reports == null || stocks == null) {
      return stocks;
    }
    List<ApplicationReport> held = reports.reports(filter, stocks.getApps().size());
    if (held.isEmpty()) {
      return stocks;
    }
    AppsInfo all = new AppsInfo(); // stock caches its own list
    all.addAll(new ArrayList<>(stocks.getApps()));
    held.forEach(each -> all.add(AppInfoFactory.of(each)));
    return all;
  }

  @Override
  public Response updateAppState(AppState targetState, HttpServletRequest hsr, String appId)
      throws AuthorizationException, YarnException, InterruptedException, IOException {
    GangReportCache reports = hook.current().reports();
    String id = idOrNull(appId);
    if (reports == null
        || id == null
        || targetState == null
        || !YarnApplicationState.KILLED.toString().equals(targetState.getState())
        || RestSubmissionParser.isAnonymous(
            hsr, getConf())) { // else the kill would be in the Router's own name
      return super.updateAppState(targetState, hsr, appId);
    }
    GangCoordinator.Kill kill = reports.kill(getUser(), id);
    if (kill == GangCoordinator.Kill.NOT_WAITING) {
      Response stocks = super.updateAppState(targetState, hsr, appId);
      if (stocks == null || stocks.getStatus() != Status.BAD_REQUEST.getStatusCode()) {
        return stocks;
      }
      kill = reports.killMissed(getUser(), id);
      if (kill == GangCoordinator.Kill.NOT_WAITING) {
        return stocks;
      }
    }
    // The client repeats the call for a job that is only marked.
    return kill == GangCoordinator.Kill.DONE
        ? Response.status(Status.OK).entity(targetState).build()
        : Response.status(Status.ACCEPTED)
            .entity(new AppState(YarnApplicationState.ACCEPTED.toString()))
            .header(HttpHeaders.LOCATION, hsr.getRequestURL())
            .build();
  }
}
