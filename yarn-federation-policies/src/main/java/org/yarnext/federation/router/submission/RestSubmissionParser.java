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
 * Parses a submission that came by REST as a ResourceManager would that took it by RPC, and checks
 * whether one would take it by REST at all. Immutable.
 */
public final class RestSubmissionParser {
  private final ApplicationSubmissionContextInfo submitted;
  private final HttpServletRequest request;
  private final Configuration conf;

  /**
   * @param submitted null if the client sent none
   */
  public RestSubmissionParser(
      ApplicationSubmissionContextInfo submitted, HttpServletRequest request, Configuration conf) {
    this.submitted = submitted;
    this.request = request;
    this.conf = conf;
  }

  /** Whether a tag is meant to declare a gang. */
  public boolean mayDeclare() {
    return submitted != null
        && submitted.getApplicationTags() != null
        && submitted.getApplicationTags().stream().anyMatch(GangDeclaration::isMeantBy);
  }

  /**
   * What to tell the client; null if nothing forbids it. Once it waits it is started by RPC, where
   * a ResourceManager would not refuse it any more.
   */
  public String whyForbidden() {
    if (!conf.getBoolean(
        YarnConfiguration.ENABLE_REST_APP_SUBMISSIONS,
        YarnConfiguration.DEFAULT_ENABLE_REST_APP_SUBMISSIONS)) {
      return "App submission via REST is disabled: submit a job that declares a gang by YARN's RPC"
          + " client, as yarn jar does.";
    }
    return isAnonymous(request, conf)
        ? "Nobody knows whose job it is, which declares a gang: authenticate, or submit it by YARN's"
            + " RPC client, as yarn jar does."
        : null;
  }

  /** Whether a ResourceManager would let the caller change nothing, for want of a name. */
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

  /** Null if it cannot be read; stock reads it in the same way, and refuses it. */
  public ApplicationSubmissionContext contextIfValid() {
    try {
      return RMWebAppUtil.createAppSubmissionContext(submitted, conf);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
