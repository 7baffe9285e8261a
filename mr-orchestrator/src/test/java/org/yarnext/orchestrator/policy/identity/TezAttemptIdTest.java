// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.identity;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.junit.Test;

public class TezAttemptIdTest {
  private static final String ID = "attempt_1700000000000_0001_2_03_000004_1";

  @Test
  public void attemptIdIsParsedIntoItsParts() {
    TezAttemptId attempt = TezAttemptId.parse(ID);
    assertEquals("application_1700000000000_0001", attempt.application());
    assertEquals(2, attempt.dag());
    assertEquals("3_4_1", attempt.place());
    assertEquals("application_1700000000000_0001/VERTEX_2_03", attempt.phase().toString());
    assertEquals(ID, attempt.toString());
  }

  @Test
  public void otherIdsAreNotParsed() {
    for (String other :
        new String[] {
          "",
          "attempt_1_0001_m_000004_1",
          "attempt_1_0001_2_03_000004",
          ID + "_0",
          ID + ".gz",
          " " + ID,
          "attempt_1_0001_2_-3_000004_1",
          "attempt_1_0001_2_03_9999999999_1",
          "vertex_1_0001_2_03"
        }) {
      assertNull(other, TezAttemptId.parse(other));
    }
  }

  private static TaskIdentity launched() {
    return TaskLaunchParser.read(
        "application_1_0001",
        Collections.singletonList("java -Xmx1g org.apache.tez.runtime.task.TezChild h 1"),
        Collections.emptyMap(),
        5);
  }

  @Test
  public void reusedContainerHasTheIdentityOfItsRunningTask() {
    assertTrue(launched().isOfSeveral());
    TaskIdentity first = launched().running(TezAttemptId.parse("attempt_1_0001_2_03_000004_0"));
    assertEquals("application_1_0001/VERTEX_2_03", first.phase().toString());
    assertEquals("attempt_1_0001_2_03_000004_0", first.attempt());
    assertEquals("its JVM is the same", 1 << 30, first.heapBytes(), 0);
    TaskIdentity second = first.running(TezAttemptId.parse("attempt_1_0001_3_00_000000_0"));
    assertEquals("application_1_0001/VERTEX_3_00", second.phase().toString());
    TaskIdentity none = second.running(null);
    assertEquals("as it was launched", "application_1_0001/PRIORITY_5", none.phase().toString());
    assertNull(none.attempt());
    assertTrue(none.isOfSeveral());
  }

  @Test
  public void attemptOfAnotherApplicationIsIgnored() {
    TaskIdentity first = launched().running(TezAttemptId.parse("attempt_1_0001_2_03_000004_0"));
    TaskIdentity other = first.running(TezAttemptId.parse("attempt_1_0002_2_03_000004_0"));
    assertNull(other.attempt());
    assertEquals("application_1_0001/PRIORITY_5", other.phase().toString());
  }

  @Test
  public void mapReduceContainerRunsASingleTask() {
    TaskIdentity map =
        TaskLaunchParser.read(
            "application_1_0001",
            Collections.singletonList(
                "java org.apache.hadoop.mapred.YarnChild h 1 attempt_1_0001_m_000000_0"),
            Collections.emptyMap(),
            5);
    assertFalse(map.isOfSeveral());
  }
}
