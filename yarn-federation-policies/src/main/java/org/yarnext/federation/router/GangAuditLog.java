// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.router.RouterAuditLogger;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.gang.GangJob;

/**
 * Writes the steps of jobs that declare a gang to the Router's audit log, with the context of their
 * client's call. Stateless.
 */
final class GangAuditLog {
  /** As much as Hadoop's NameNode takes. */
  private static final int MAX_CONTEXT_CHARS = 128;

  private static final String TARGET = "Gang";

  private GangAuditLog() {}

  /** What the client of the current call said of itself; empty if nothing. */
  static String callerContext() {
    CallerContext context = CallerContext.getCurrent();
    if (context == null || !context.isContextValid()) {
      return "";
    }
    // It is one value of one line.
    String text = context.getContext().replaceAll("\\p{Cntrl}", " ");
    return text.substring(0, Math.min(text.length(), MAX_CONTEXT_CHARS));
  }

  static void done(String operation, GangJob job) {
    RouterAuditLogger.logSuccess(
        job.user(),
        operation,
        target(job.gang().queue(), job.callerContext()),
        idIfAny(job.gang().id()));
  }

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
        String.valueOf(why).replaceAll("\\p{Cntrl}", " "),
        idIfAny(id));
  }

  /** Null where a record is of no application. */
  private static ApplicationId idIfAny(String id) {
    try {
      return ApplicationId.fromString(id);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The audit log has no key for it, and values may not have tabs: it is one more pair. */
  private static String target(String queue, String context) {
    String target = TARGET + " in " + queue.replaceAll("\\p{Cntrl}", " ");
    return context.isEmpty() ? target : target + "\tCALLERCONTEXT=" + context;
  }
}
