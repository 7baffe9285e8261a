// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.yarnext.common.settings.AuditLog;

/** The audit log of ResourceManagers. Thread-safe. */
public final class ResourceManagerAuditLog implements AuditLog {
  @Override
  public void success(String user, String operation, String target) {
    RMAuditLogger.logSuccess(
        AuditLog.field(user), AuditLog.field(operation), AuditLog.field(target));
  }

  @Override
  public void failure(String user, String operation, String target, String reason) {
    RMAuditLogger.logFailure(
        AuditLog.field(user),
        AuditLog.field(operation),
        "yarn.admin.acl",
        AuditLog.field(target),
        AuditLog.field(reason));
  }
}
