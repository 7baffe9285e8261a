// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import org.apache.hadoop.yarn.server.nodemanager.NMAuditLogger;
import org.yarnext.common.settings.AuditLog;

/** The audit log of NodeManagers. Thread-safe. */
public final class NodeManagerAuditLog implements AuditLog {
  @Override
  public void success(String user, String operation, String target) {
    NMAuditLogger.logSuccess(
        AuditLog.field(user), AuditLog.field(operation), AuditLog.field(target));
  }

  @Override
  public void failure(String user, String operation, String target, String reason) {
    NMAuditLogger.logFailure(
        AuditLog.field(user),
        AuditLog.field(operation),
        AuditLog.field(target),
        AuditLog.field(reason));
  }
}
