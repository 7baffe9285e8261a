// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.submission;

import java.io.IOException;
import java.security.Principal;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ApplicationSubmissionContextInfo;
import org.yarnext.federation.policy.gang.GangDeclaration;

/**
 * Parses a REST submission as a ResourceManager would parse it by RPC, and checks whether a
 * ResourceManager would accept it by REST at all. Immutable.
 */
public final class RestSubmissionParser {
  private final ApplicationSubmissionContextInfo submitted;
  private final HttpServletRequest request;
  private final Configuration conf;

  /**
   * @param submitted the submission; null if the client sent none
   */
  public RestSubmissionParser(
      ApplicationSubmissionContextInfo submitted, HttpServletRequest request, Configuration conf) {
    this.submitted = submitted;
    this.request = request;
    this.conf = conf;
  }

  /** Returns whether a tag is intended to declare a gang. */
  public boolean mayDeclare() {
    return submitted != null
        && submitted.getApplicationTags() != null
        && submitted.getApplicationTags().stream().anyMatch(GangDeclaration::isDeclaration);
  }

  /**
   * Returns why the submission is forbidden, as a message for the client; null if it is not. A
   * waiting job is started by RPC, where a ResourceManager does not apply the REST rules any more.
   */
  public String whyForbidden() {
    if (!conf.getBoolean(
        YarnConfiguration.ENABLE_REST_APP_SUBMISSIONS,
        YarnConfiguration.DEFAULT_ENABLE_REST_APP_SUBMISSIONS)) {
      return "App submission via REST is disabled: submit a job that declares a gang by YARN's RPC"
          + " client, as yarn jar does.";
    }
    return isAnonymous(request, conf)
        ? "The user of a job that declares a gang is unknown: authenticate, or"
            + " submit it by YARN's RPC client, as yarn jar does."
        : null;
  }

  /**
   * Returns whether a ResourceManager would forbid the caller all changes, as the caller has no
   * name.
   */
  public static boolean isAnonymous(HttpServletRequest request, Configuration conf) {
    Principal caller = request.getUserPrincipal();
    if (caller == null || request.getRemoteUser() == null || request.getRemoteUser().isEmpty()) {
      return true;
    }
    return UserGroupInformation.isSecurityEnabled()
        && caller
            .getName()
            .equals(
                conf.get(
                    CommonConfigurationKeys.HADOOP_HTTP_STATIC_USER,
                    CommonConfigurationKeys.DEFAULT_HADOOP_HTTP_STATIC_USER));
  }

  /**
   * Returns the submission context, or null if it is malformed; stock then rejects it for the same
   * reason.
   */
  public ApplicationSubmissionContext contextIfValid() {
    try {
      return RMWebAppUtil.createAppSubmissionContext(submitted, conf);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
