// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.router.RouterAuditLogger;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.settings.AuditLog;
import org.yarnext.federation.gang.GangJob;

/**
 * Writes the steps of jobs that declare a gang to the Router's audit log, with their clients'
 * caller contexts. Stateless.
 */
final class GangAuditLog {
  /** Limit of a caller context in characters, as in Hadoop's NameNode. */
  private static final int MAX_CONTEXT_CHARS = 128;

  private static final String TARGET = "Gang";

  private GangAuditLog() {}

  /** Returns the caller context of the current call; empty if there is none. */
  static String callerContext() {
    CallerContext context = CallerContext.getCurrent();
    if (context == null || !context.isContextValid()) {
      return "";
    }
    String text = context.getContext();
    return AuditLog.field(text.substring(0, Math.min(text.length(), MAX_CONTEXT_CHARS)));
  }

  /** Logs an operation that succeeded. */
  static void done(String operation, GangJob job) {
    RouterAuditLogger.logSuccess(
        job.user(),
        operation,
        target(job.gang().queue(), job.callerContext()),
        idIfAny(job.gang().id()));
  }

  /** Logs an operation that was refused. */
  static void refused(String operation, GangJob job, Decision<?> why) {
    refused(operation, job.user(), job.gang().queue(), job.gang().id(), job.callerContext(), why);
  }

  static void refused(
      String operation, String user, String queue, String id, String context, Object why) {
    RouterAuditLogger.logFailure(
        user,
        operation,
        "",
        target(queue, context),
        AuditLog.field(String.valueOf(why)),
        idIfAny(id));
  }

  /** Returns the application id, or null if the text is none. */
  private static ApplicationId idIfAny(String id) {
    try {
      return ApplicationId.fromString(id);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Returns the log's target. The log has no key for caller contexts and its values may not contain
   * tabs, so the context is appended as another pair.
   */
  private static String target(String queue, String context) {
    String target = TARGET + " in " + AuditLog.field(queue);
    return context.isEmpty() ? target : target + "\tCALLERCONTEXT=" + AuditLog.field(context);
  }
}
