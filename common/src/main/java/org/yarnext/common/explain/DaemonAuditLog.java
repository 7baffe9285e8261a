// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.yarn.server.nodemanager.NMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.yarnext.common.settings.AuditLog;

/** The audit log of a ResourceManager or NodeManager, written by stock's logger. Thread-safe. */
public final class DaemonAuditLog implements AuditLog {
  private final Success success;
  private final Failure failure;

  private DaemonAuditLog(Success success, Failure failure) {
    this.success = success;
    this.failure = failure;
  }

  private interface Success {
    void log(String user, String operation, String target);
  }

  private interface Failure {
    void log(String user, String operation, String target, String reason);
  }

  /** Returns the audit log of NodeManagers. */
  public static AuditLog ofNodeManager() {
    return new DaemonAuditLog(NMAuditLogger::logSuccess, NMAuditLogger::logFailure);
  }

  /** Returns the audit log of ResourceManagers. */
  public static AuditLog ofResourceManager() {
    return new DaemonAuditLog(
        RMAuditLogger::logSuccess,
        (user, operation, target, reason) ->
            RMAuditLogger.logFailure(user, operation, "yarn.admin.acl", target, reason));
  }

  @Override
  public void success(String user, String operation, String target) {
    success.log(AuditLog.field(user), AuditLog.field(operation), AuditLog.field(target));
  }

  @Override
  public void failure(String user, String operation, String target, String reason) {
    failure.log(
        AuditLog.field(user),
        AuditLog.field(operation),
        AuditLog.field(target),
        AuditLog.field(reason));
  }
}
