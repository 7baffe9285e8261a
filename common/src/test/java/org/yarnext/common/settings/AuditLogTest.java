// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.server.nodemanager.NMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.log4j.Level;
import org.junit.Test;
import org.yarnext.common.explain.DaemonAuditLog;
import org.yarnext.common.testing.LogLines;

/** Writes to the audit logs of YARN's daemons. */
public class AuditLogTest {
  @Test
  public void lineAndFieldSeparatorsAreRemoved() {
    assertEquals("a?b?c?d?e?f", AuditLog.field("a\nb\rc\td\u2028e\u0085f"));
    assertEquals("hidden?", AuditLog.field("hidden\u202e"));
    assertEquals("", AuditLog.field(null));
    String longText = String.join("", Collections.nCopies(5_000, "x"));
    assertEquals(AuditLog.MAX_FIELD, AuditLog.field(longText).length());
  }

  @Test
  public void resourceManagerWritesOneLine() {
    try (LogLines lines = new LogLines(RMAuditLogger.class.getName(), Level.INFO)) {
      AuditLog log = DaemonAuditLog.ofResourceManager();
      log.success("alice\nUSER=eve", "yarnext set", "a: 1 -> 2\tRESULT=FAILURE");
      log.failure(null, "yarnext set", "a", "no\nway");
      check(lines.lines(), "alice?USER=eve", "a: 1 -> 2?RESULT=FAILURE", "no?way");
    }
  }

  @Test
  public void nodeManagerWritesOneLine() {
    try (LogLines lines = new LogLines(NMAuditLogger.class.getName(), Level.INFO)) {
      AuditLog log = DaemonAuditLog.ofNodeManager();
      log.success("alice\nUSER=eve", "yarnext set", "a: 1 -> 2\tRESULT=FAILURE");
      log.failure(null, "yarnext set", "a", "no\nway");
      check(lines.lines(), "alice?USER=eve", "a: 1 -> 2?RESULT=FAILURE", "no?way");
    }
  }

  private static void check(List<String> lines, String user, String target, String reason) {
    assertEquals(lines.toString(), 2, lines.size());
    assertTrue(lines.toString(), lines.get(0).contains("USER=" + user + "\t"));
    assertTrue(lines.toString(), lines.get(0).contains("TARGET=" + target + "\tRESULT=SUCCESS"));
    assertTrue(lines.toString(), lines.get(1).contains("RESULT=FAILURE\tDESCRIPTION=" + reason));
  }
}
