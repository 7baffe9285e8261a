// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.common.decision.ApplicationKey;

/**
 * Decides which users may view an application and its decisions in one daemon. Implementations are
 * thread-safe.
 */
public interface ApplicationAuthorizer {
  /** Returns false if the daemon is gone. */
  boolean isAlive();

  /** Returns the user who submitted the application; null if it is not known. Must not block. */
  String owner(ApplicationKey application);

  /** Returns whether the application is known and has not ended. */
  boolean isRunning(ApplicationKey application);

  /**
   * Checks the ACLs as the daemon's REST services do; called only while ACLs are on.
   *
   * @param owner the application's owner, perhaps remembered; not null
   * @param request the caller's, for its addresses
   */
  boolean mayView(
      UserGroupInformation caller,
      ApplicationKey application,
      String owner,
      HttpServletRequest request);
}
