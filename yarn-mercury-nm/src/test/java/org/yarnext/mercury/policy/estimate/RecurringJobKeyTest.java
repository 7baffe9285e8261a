// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class RecurringJobKeyTest {
  private static void assertSame(String constant, String... names) {
    for (String name : names) {
      assertEquals(name, constant, RecurringJobKey.withoutChanging(name));
    }
  }

  @Test
  public void namesOfRunsAreTheSame() {
    assertSame("etl-#", "etl-20261128", "etl-2026-11-29", "etl-2026-11-29T01:02:03Z");
    assertSame("etl-#", "etl-7-retry-1", "etl-12_attempt_000002", "etl-3 (attempt 2)");
    assertSame(
        "export #", "export 0f8fad5b-d9cb-469f-a165-70867728950e", "export 00c0ffee", "export 9");
    assertSame("word count", "word count", " word \n count ");
    assertSame("count #st words", "count 1st words");
  }

  @Test
  public void namesOfDifferentJobsAreNot() {
    assertSame("entry", "entry");
    assertSame("dry run", "dry run");
    assertSame("beefcafe", "beefcafe");
    assertNotEquals(
        RecurringJobKey.withoutChanging("load customers"),
        RecurringJobKey.withoutChanging("load orders"));
  }

  @Test
  public void jobWithoutANameRecursNot() {
    for (String name : new String[] {null, "", "N/A", "12345", "2026-11-29", " - "}) {
      assertNull(name, RecurringJobKey.of("alice", "root.a", "TEZ", name));
    }
  }

  @Test
  public void userQueueAndTypeCount() {
    RecurringJobKey key = RecurringJobKey.of("alice", "root.a", "TEZ", "x");
    assertEquals(key, RecurringJobKey.of("alice", "root.a", "TEZ", " x"));
    assertNotEquals(key, RecurringJobKey.of("bob", "root.a", "TEZ", "x"));
    assertNotEquals(key, RecurringJobKey.of("alice", "root.b", "TEZ", "x"));
    assertNotEquals(key, RecurringJobKey.of("alice", "root.a", "MAPREDUCE", "x"));
  }

  /** No name leads to the key of another user's job. */
  @Test
  public void nameCannotClaimAnotherUser() {
    RecurringJobKey own = RecurringJobKey.of("alice", "root.a", "TEZ", "x");
    RecurringJobKey claim =
        RecurringJobKey.of("mallory", "root.b", "T", "y\nalice\nroot.a\nTEZ\nx");
    assertNotEquals(own, claim);
    assertEquals("mallory", claim.user());
    assertEquals("mallory", RecurringJobKey.find(Collections.singleton(claim.tag())).user());
  }

  @Test
  public void tagCarriesTheKey() {
    RecurringJobKey key = RecurringJobKey.of("alice", "root.a", "TEZ", "Daily 7");
    assertEquals(key, RecurringJobKey.find(Arrays.asList("other", key.tag())));
    assertNull(RecurringJobKey.find(Arrays.asList("other", "yarnext.mercury.recurring-job=x")));
    assertTrue(RecurringJobKey.isTag("YARNEXT.Mercury.recurring-job=alice"));
    assertFalse(RecurringJobKey.isTag("yarnext.mercury.policy=only-Q"));
  }

  @Test
  public void longNameIsCut() {
    String name = String.join("", Collections.nCopies(1_000_000, "ab-1"));
    assertTrue(RecurringJobKey.withoutChanging(name).length() <= 256);
  }
}
