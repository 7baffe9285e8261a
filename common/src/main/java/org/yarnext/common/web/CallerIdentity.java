// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.web;

import java.io.IOException;
import java.security.Principal;
import java.util.Locale;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;

/** Determines who sends a request, and whether that user administers YARN. Stateless. */
public final class CallerIdentity {
  private static final String ADMIN_ACL = "yarn.admin.acl";

  private CallerIdentity() {}

  /**
   * Returns the caller as RMWebServices does; filters of proxy users put the impersonated user
   * there. The user of {@code hadoop.http.staticuser.user} is a caller, too.
   *
   * @return null if nobody is logged in
   */
  public static UserGroupInformation of(HttpServletRequest request) {
    Principal principal = request.getUserPrincipal();
    return remote(principal == null ? request.getRemoteUser() : principal.getName());
  }

  /**
   * Returns the caller for requests that change something. In a secure cluster, only a user whose
   * login was proved counts: neither the static user nor one who only gave a name. In others it is
   * the user who logged in, or else the parameter {@code user.name}, as in YARN's REST services.
   *
   * @param conf the daemon's
   * @return null if there is none
   */
  public static UserGroupInformation ofChange(HttpServletRequest request, Configuration conf) {
    UserGroupInformation caller = of(request);
    boolean isStatic =
        caller != null
            && caller
                .getUserName()
                .equals(
                    conf.get(
                        CommonConfigurationKeys.HADOOP_HTTP_STATIC_USER,
                        CommonConfigurationKeys.DEFAULT_HADOOP_HTTP_STATIC_USER));
    if (UserGroupInformation.isSecurityEnabled()) {
      String type = request.getAuthType();
      boolean isProved = type != null && !type.toLowerCase(Locale.ROOT).startsWith("simple");
      return isProved && !isStatic ? caller : null;
    }
    UserGroupInformation named = remote(request.getParameter("user.name"));
    return (caller == null || isStatic) && named != null ? named : caller;
  }

  private static UserGroupInformation remote(String user) {
    return user == null || user.trim().isEmpty()
        ? null
        : UserGroupInformation.createRemoteUser(user.trim());
  }

  /**
   * Returns whether {@code yarn.admin.acl} names the caller, or the daemon itself runs as them.
   * Unlike YARN's AdminACLsManager, it does not matter whether ACLs are on.
   *
   * @param caller not null
   * @param conf the daemon's
   */
  public static boolean isAdministrator(UserGroupInformation caller, Configuration conf)
      throws IOException {
    AccessControlList administrators = new AccessControlList(conf.get(ADMIN_ACL, "*"));
    administrators.addUser(UserGroupInformation.getLoginUser().getShortUserName());
    return administrators.isUserAllowed(caller);
  }
}
