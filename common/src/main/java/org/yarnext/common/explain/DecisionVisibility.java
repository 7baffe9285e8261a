// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.web.CallerIdentity;

/**
 * Decides which decisions the caller of one HTTP request may see, by the rules of YARN's REST
 * services. For one request and one thread.
 *
 * <p>With ACLs on, administrators see everything, and others the decisions that name applications
 * and only such as they may view. With only the filter by user on, others see decisions that name
 * none but their own applications. With neither, all see everything.
 */
final class DecisionVisibility {
  private static final String ACL_ENABLE = "yarn.acl.enable";
  private static final String FILTER_BY_USER = "yarn.webapp.filter-entity-list-by-user";

  private final HttpServletRequest request;
  private final UserGroupInformation caller;
  private final boolean hasAcls;
  private final boolean seesAll;
  private final Map<DecisionRegistry, Map<ApplicationKey, Boolean>> known = new HashMap<>();

  DecisionVisibility(HttpServletRequest request, Configuration conf) throws IOException {
    this.request = request;
    this.hasAcls = conf.getBoolean(ACL_ENABLE, false);
    this.caller = CallerIdentity.of(request);
    boolean isOpen = !hasAcls && !conf.getBoolean(FILTER_BY_USER, false);
    this.seesAll = isOpen || caller != null && CallerIdentity.isAdministrator(caller, conf);
  }

  /** Returns whether decisions are restricted and nothing is known of the caller. */
  boolean isRefused() {
    return !seesAll && caller == null;
  }

  /** Returns whether the caller may see any decision that names the application. */
  boolean maySee(DecisionRegistry daemon, ApplicationKey application) {
    return seesAll || mayView(daemon, application);
  }

  boolean maySee(DecisionRegistry daemon, DecisionRecorder.Entry decision) {
    if (seesAll) {
      return true;
    }
    Set<ApplicationKey> named = decision.applications();
    return !named.isEmpty() && named.stream().allMatch(each -> mayView(daemon, each));
  }

  private boolean mayView(DecisionRegistry daemon, ApplicationKey application) {
    return known
        .computeIfAbsent(daemon, key -> new HashMap<>())
        .computeIfAbsent(
            application,
            id ->
                hasAcls
                    ? daemon.mayView(caller, id, request)
                    : caller.getShortUserName().equals(daemon.owner(id)));
  }
}
