// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.junit.Test;
import org.yarnext.mercury.policy.estimate.RecurringJobKey;
import org.yarnext.mercury.policy.estimate.RunTimeReport;

public class AttemptRunTimeTrackerTest {
  private final ApplicationPolicyRegistry policies =
      ApplicationAttemptRecordTest.policies("only-G", "max=0");

  private final AttemptRunTimeTracker runTimes = new AttemptRunTimeTracker(policies, null);

  private void ran(int priority, long ms, Long declaredMs) {
    runTimes.succeeded(priority, "done\n" + RunTimeReport.of(ms, declaredMs));
  }

  /** Returns the tracker as after a restart of the daemon. */
  private static AttemptRunTimeTracker restored(AttemptRunTimeTracker from) throws Exception {
    ObjectMapper json = new ObjectMapper();
    Map<String, Object> read =
        json.readValue(
            json.writeValueAsBytes(from.snapshot()), new TypeReference<Map<String, Object>>() {});
    AttemptRunTimeTracker restored =
        new AttemptRunTimeTracker(ApplicationAttemptRecordTest.policies("only-G", "max=0"), null);
    restored.restore(read);
    assertEquals(
        json.readTree(json.writeValueAsBytes(from.snapshot())),
        json.readTree(json.writeValueAsBytes(restored.snapshot())));
    return restored;
  }

  @Test
  public void expectedRunTimeIsTheMeanOfThePriority() {
    assertNull(runTimes.expectedMs(1));
    ran(1, 1_000, null);
    ran(1, 3_000, null);
    ran(2, 50, null);
    assertEquals(Long.valueOf(2_000), runTimes.expectedMs(1));
    assertEquals(Long.valueOf(50), runTimes.expectedMs(2));
    assertNull(runTimes.expectedMs(3));
  }

  private AttemptRunTimeTracker run(String user, String name) {
    return new AttemptRunTimeTracker(
        policies, RecurringJobKey.of(user, "root.etl", "MAPREDUCE", name));
  }

  @Test
  public void laterRunOfAJobKnowsHowLongTheEarlierOnesRan() {
    AttemptRunTimeTracker first = run("alice", "daily 2026-11-28");
    assertNull(first.known(20));
    first.succeeded(20, RunTimeReport.of(4_000, null).toString());
    AttemptRunTimeTracker second = run("alice", "daily 2026-11-29");
    assertEquals("4000 ms (2000 to 6000) by earlier jobs", second.known(20).toString());
    assertEquals(Long.valueOf(4_000), second.expectedMs(20));
    assertNull(second.known(10));
    assertNull("another user's", run("bob", "daily 2026-11-29").known(20));
    assertNull("another job", run("alice", "hourly 2026-11-29").known(20));
    assertNull("no recurring job", runTimes.known(20));
  }

  private static ContainerStatus ended(int id, int exit, long ms) {
    return ContainerStatus.newInstance(
        Requests.container(id, 20, ExecutionType.GUARANTEED).getId(),
        ContainerState.COMPLETE,
        RunTimeReport.of(ms, null).toString(),
        exit);
  }

  /** A node's report comes before the master hears of the end, after it, again, or alone. */
  @Test
  public void eachContainerCountsOnce() {
    AttemptRunTimeTracker first = run("alice", "daily 2026-11-28");
    first.reported(20, ended(1, 0, 4_000));
    first.reported(20, ended(1, 0, 4_000));
    String one = "4000 ms (2000 to 6000) by earlier jobs";
    assertEquals(one, run("alice", "daily 2026-11-29").known(20).toString());
    assertTrue("two are live, one is reported", first.awaits(2));
    assertFalse(first.awaits(1));
    first.ended(20, ended(1, 0, 4_000));
    first.reported(null, ended(1, 0, 4_000)); // as one that is no longer live
    first.reported(20, ended(2, ContainerExitStatus.KILLED_BY_APPMASTER, 9_000));
    assertEquals(one, run("alice", "daily 2026-11-29").known(20).toString());
    first.ended(20, ended(3, 0, 4_000));
    assertNotEquals(one, run("alice", "daily 2026-11-29").known(20).toString());
    assertFalse("no recurring job", runTimes.awaits(1));
  }

  /** Others' containers say nothing of how long these run. */
  @Test
  public void otherApplicationsDoNotChangeWhatPoliciesKnow() {
    for (int i = 0; i < 100; i++) {
      policies.typical().observe(3_600_000);
    }
    ran(20, 2_000, null);
    assertEquals("2000 ms (1000 to 3000) by ended tasks", runTimes.known(20).toString());
  }

  @Test
  public void diagnosticsWithoutARunTimeAreIgnored() {
    runTimes.succeeded(1, "no line");
    runTimes.succeeded(1, null);
    assertNull(runTimes.expectedMs(1));
    assertTrue(runTimes.trusted().value());
  }

  @Test
  public void wrongDeclarationsLoseTrust() {
    for (int i = 0; i < 3; i++) {
      assertTrue(runTimes.trusted().value());
      ran(1, 100_000, 1_000L);
    }
    assertFalse(runTimes.trusted().value());
  }

  @Test
  public void restoredTrackerKeepsRunTimesAndTrust() throws Exception {
    ran(1, 1_000, null);
    ran(1, 4_000, null);
    for (int i = 0; i < 3; i++) {
      ran(7, 100_000, 1_000L);
    }
    AttemptRunTimeTracker restored = restored(runTimes);
    assertEquals(Long.valueOf(2_500), restored.expectedMs(1));
    assertFalse(restored.trusted().value());
  }

  @Test
  public void onlyTheLastRunTimesCount() throws Exception {
    for (int i = 0; i < 100; i++) {
      ran(1, 500_000, null);
    }
    for (int i = 0; i < 32; i++) {
      ran(1, 1_000, null);
    }
    assertEquals(Long.valueOf(1_000), runTimes.expectedMs(1));
    assertEquals(Long.valueOf(1_000), restored(runTimes).expectedMs(1));
  }
}
