// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.commons.lang3.Range;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.ApplicationsRequestScope;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.webapp.BadRequestException;
import org.yarnext.federation.gang.GangJob;

/**
 * Filters the waiting jobs that a client lists and may view, as stock's ClientRMService filters its
 * own. Immutable.
 */
public final class GangListFilter {
  private final GetApplicationsRequest request;
  private final UserGroupInformation caller;
  private final boolean onlyViewable;

  public GangListFilter(
      GetApplicationsRequest request, UserGroupInformation caller, Configuration conf) {
    this.request = request;
    this.caller = caller;
    onlyViewable =
        request.getScope() == ApplicationsRequestScope.VIEWABLE
            || conf.getBoolean(
                YarnConfiguration.FILTER_ENTITY_LIST_BY_USER,
                YarnConfiguration.DEFAULT_DISPLAY_APPS_FOR_LOGGED_IN_USER);
  }

  /**
   * Returns the filter of a REST client's query, as a ResourceManager would read it; null if the
   * query excludes all waiting jobs or is malformed.
   *
   * @param request makes the request from the other parameters of the query
   * @param finalStatus null or empty for any
   * @param queue null or empty for any
   */
  public static GangListFilter ofQuery(
      Supplier<GetApplicationsRequest> request,
      String finalStatus,
      String queue,
      UserGroupInformation caller,
      Configuration conf) {
    boolean isAnyEnd = finalStatus == null || finalStatus.isEmpty();
    if (!isAnyEnd && !FinalApplicationStatus.UNDEFINED.toString().equalsIgnoreCase(finalStatus)) {
      return null;
    }
    GetApplicationsRequest made;
    try {
      made = request.get();
    } catch (BadRequestException e) {
      return null; // the client's mistake
    }
    if (queue != null && !queue.isEmpty()) {
      made.setQueues(Collections.singleton(queue));
    }
    return new GangListFilter(made, caller, conf);
  }

  UserGroupInformation caller() {
    return caller;
  }

  /** Returns the client's limit on the number of jobs. */
  long limit() {
    return request.getLimit();
  }

  /** Returns whether a job may match, judged without reading its submission. */
  boolean mayHave(GangJob job) {
    return isIn(YarnApplicationState.ACCEPTED, request.getApplicationStates())
        && isUsersOwn(job.user())
        && isIn(job.user(), request.getUsers())
        && isInQueue(job.gang().queue(), request.getQueues())
        && isIn(job.submittedMs(), request.getStartRange());
  }

  /**
   * Returns whether a job matches and the caller may view it.
   *
   * @throws IOException if its submission cannot be read
   */
  boolean has(GangJob job, ApplicationReport report, GangReportView reports) throws IOException {
    return matches(report) && (!onlyViewable || reports.mayView(job, caller));
  }

  private boolean matches(ApplicationReport report) {
    return isUsersOwn(report.getUser())
        && isIn(report.getYarnApplicationState(), request.getApplicationStates())
        && isOfType(report.getApplicationType(), request.getApplicationTypes())
        && isIn(report.getUser(), request.getUsers())
        && isInQueue(report.getQueue(), request.getQueues())
        && isIn(report.getStartTime(), request.getStartRange())
        && isIn(report.getFinishTime(), request.getFinishRange())
        && isTagged(report.getApplicationTags(), request.getApplicationTags())
        && (request.getName() == null || request.getName().equals(report.getName()));
  }

  private boolean isUsersOwn(String user) {
    return request.getScope() != ApplicationsRequestScope.OWN
        || user.equals(caller.getShortUserName());
  }

  private static <T> boolean isIn(T value, Set<T> wanted) {
    return isAny(wanted) || wanted.contains(value);
  }

  private static boolean isIn(long value, Range<Long> wanted) {
    return wanted == null || wanted.contains(value);
  }

  private static boolean isAny(Set<?> wanted) {
    return wanted == null || wanted.isEmpty();
  }

  private static boolean isOfType(String type, Set<String> wanted) {
    return isAny(wanted)
        || wanted.stream().anyMatch(w -> lower(w).equals(type == null ? null : lower(type)));
  }

  private static String lower(String type) {
    return type.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns whether a queue is wanted by its path or, as ResourceManagers accept, by its last
   * component.
   */
  private static boolean isInQueue(String path, Set<String> wanted) {
    return isIn(path, wanted) || wanted.contains(path.substring(path.lastIndexOf('.') + 1));
  }

  private static boolean isTagged(Set<String> tags, Set<String> wanted) {
    return isAny(wanted) || !Collections.disjoint(tags, wanted);
  }
}
