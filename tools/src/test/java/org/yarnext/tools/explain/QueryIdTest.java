// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import java.util.Collections;
import org.junit.Test;

public class QueryIdTest {
  private static final String APPLICATION = "application_1700000000000_0042";
  private static final String ATTEMPT = "appattempt_1700000000000_0042_000001";
  private static final String CONTAINER = "container_e17_1700000000000_0042_01_000003";

  private static boolean about(String queryId, String subject, String input) {
    TimelineEntry decision =
        TimelineEntry.decision(
            "rm:8088",
            "SomeDecisions",
            1,
            subject,
            "REASON",
            "Text.",
            true,
            Collections.singletonMap("input", input));
    return QueryId.parse(queryId).concerns(decision);
  }

  @Test
  public void applicationIdCoversItsAttemptsAndContainers() {
    assertEquals(true, about(APPLICATION, CONTAINER, "1"));
    assertEquals(true, about(APPLICATION, ATTEMPT, "1"));
    assertEquals(true, about(APPLICATION, APPLICATION + " priority 20 asking 512 MB on n1:1", "1"));
    assertEquals("in an input", true, about(APPLICATION, "node", "[" + CONTAINER + "]"));
    assertEquals("a MapReduce job", true, about("job_1700000000000_0042", CONTAINER, "1"));
  }

  @Test
  public void containerIdCoversDecisionsAboutItsWholeApplication() {
    assertEquals(true, about(CONTAINER, CONTAINER, "1"));
    assertEquals(true, about(CONTAINER, "node", "stops " + CONTAINER));
    assertEquals(true, about(CONTAINER, APPLICATION + " priority 20", "1"));
    assertEquals("its attempt", true, about(CONTAINER, ATTEMPT, "1"));
    assertEquals("another attempt", false, about(CONTAINER, ATTEMPT.replace("01", "11"), "1"));
    assertEquals("a sister", false, about(CONTAINER, CONTAINER.replace("03", "04"), "1"));
  }

  @Test
  public void idsWithACommonPrefixAreDifferent() {
    assertEquals(false, about(APPLICATION, APPLICATION + "1", "1"));
    assertEquals(false, about(APPLICATION, "application_1700000000000_0043", "1"));
    assertEquals(false, about(APPLICATION, "application_1700000000001_0042", "1"));
    assertEquals(false, about(CONTAINER, CONTAINER + "7", "1"));
    assertEquals(false, about(APPLICATION, "node", "42"));
  }

  @Test
  public void invalidIdIsRefused() {
    assertNull(QueryId.parse("container_1700000000000_0042"));
    assertNull(QueryId.parse("application_1700000000000_0042_01"));
    assertNull(QueryId.parse("appattempt_1700000000000_0042"));
    assertNull(QueryId.parse("task_1700000000000_0042"));
    assertNull(QueryId.parse(""));
    assertNotNull("without an epoch", QueryId.parse("container_1700000000000_0042_01_000003"));
    assertNotNull(QueryId.parse(ATTEMPT));
  }
}
