// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.ApplicationSummaries;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.Test;

/** Lines logged by the ResourceManager's own classes, and what is read from them. */
public class ResourceManagerLogTest {
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1_700_000_000_000L, 5);

  private final ResourceManagerLog log = new ResourceManagerLog();

  private static ContainerId container(long number) {
    return ContainerId.newContainerId(ApplicationAttemptId.newInstance(APPLICATION, 1), number);
  }

  private static String audit(String operation, long number, int mb) {
    Logger logger = Logger.getLogger(RMAuditLogger.class);
    StringWriter text = new StringWriter();
    WriterAppender appender =
        new WriterAppender(new PatternLayout("%d{ISO8601} %p %c{2}: %m%n"), text);
    Level before = logger.getLevel();
    logger.addAppender(appender);
    logger.setLevel(Level.INFO);
    try {
      RMAuditLogger.logSuccess(
          "user",
          operation,
          "SchedulerApp",
          APPLICATION,
          container(number),
          Resource.newInstance(mb, 1),
          "root.q",
          "gpu");
    } finally {
      logger.removeAppender(appender);
      logger.setLevel(before);
    }
    return text.toString();
  }

  private void read(String... lines) throws IOException {
    log.read(new ByteArrayInputStream(String.join("", lines).getBytes(UTF_8)));
  }

  @Test
  public void grantedSizesOfContainersAreRead() throws Exception {
    assertTrue(log.isEmpty());
    read(
        "2026-11-21 INFO Something else\n",
        audit(RMAuditLogger.AuditConstants.ALLOC_CONTAINER, 2, 640),
        audit(RMAuditLogger.AuditConstants.RELEASE_CONTAINER, 3, 1024));
    assertFalse(log.isEmpty());
    assertEquals(640, log.grantedMb(container(2).toString()));
    assertEquals("only released", -1, log.grantedMb(container(3).toString()));
  }

  @Test
  public void escapedApplicationNamesAreRead() throws Exception {
    String name = "a,b=c\\d \u00e4";
    read("2026-11-21 INFO Summary: " + ApplicationSummaries.line(APPLICATION, name) + "\n");
    assertEquals(name, log.name(APPLICATION.toString()));
    assertNull(log.name("application_1700000000000_0006"));
  }

  @Test
  public void longApplicationNamesAreRead() throws Exception {
    char[] all = new char[100_000];
    Arrays.fill(all, 'a');
    String name = new String(all).replace("aa", "a,");
    read("2026-11-21 INFO Summary: " + ApplicationSummaries.line(APPLICATION, name) + "\n");
    assertEquals(name, log.name(APPLICATION.toString()));
  }
}
