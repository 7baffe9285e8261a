// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.report;

import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.ApplicationsRequestBuilder;
import org.apache.hadoop.yarn.webapp.BadRequestException;

/**
 * Parses the filter of a REST client's list of applications, as a ResourceManager would. Immutable.
 */
public final class RestListFilter {
  private final String finalStatus;
  private final String queue;
  private final String state;
  private final Set<String> states;
  private final String user;
  private final String limit;
  private final String[] startedAndFinished;
  private final Set<String> types;
  private final Set<String> tags;
  private final String name;

  /** All parameters may be null. */
  public RestListFilter(
      String state,
      Set<String> states,
      String finalStatus,
      String user,
      String queue,
      String limit,
      String startedBegin,
      String startedEnd,
      String finishBegin,
      String finishEnd,
      Set<String> types,
      Set<String> tags,
      String name) {
    this.state = state;
    this.states = states;
    this.finalStatus = finalStatus;
    this.user = user;
    this.queue = queue;
    this.limit = limit;
    startedAndFinished = new String[] {startedBegin, startedEnd, finishBegin, finishEnd};
    this.types = types;
    this.tags = tags;
    this.name = name;
  }

  /** Returns the filter for waiting jobs, or null if it excludes them all or is malformed. */
  public GangListFilter listed(UserGroupInformation caller, Configuration conf) {
    if (finalStatus != null
        && !finalStatus.isEmpty()
        && !FinalApplicationStatus.UNDEFINED.toString().equalsIgnoreCase(finalStatus)) {
      return null;
    }
    GetApplicationsRequest request;
    try {
      request =
          ApplicationsRequestBuilder.create()
              .withStateQuery(state)
              .withStatesQuery(states)
              .withUserQuery(user)
              .withLimit(limit)
              .withStartedTimeBegin(startedAndFinished[0])
              .withStartedTimeEnd(startedAndFinished[1])
              .withFinishTimeBegin(startedAndFinished[2])
              .withFinishTimeEnd(startedAndFinished[3])
              .withApplicationTypes(types)
              .withApplicationTags(tags)
              .withName(name)
              .build();
    } catch (BadRequestException e) {
      return null; // the client's mistake
    }
    if (queue != null && !queue.isEmpty()) {
      request.setQueues(Collections.singleton(queue));
    }
    return new GangListFilter(request, caller, conf);
  }
}
