// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static java.util.Collections.emptyMap;
import static java.util.Collections.emptySet;
import static java.util.Collections.singleton;
import static java.util.Collections.singletonMap;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.util.Arrays;
import java.util.LinkedHashSet;
import org.junit.Test;

public class RunTimeHintTest {
  private static Long declared(String value) {
    return RunTimeHint.declared(singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, value));
  }

  @Test
  public void environmentVariableIsRead() {
    assertEquals(Long.valueOf(1500), declared(" 1500 "));
    assertNull(RunTimeHint.declared(null));
    assertNull(RunTimeHint.declared(emptyMap()));
  }

  @Test
  public void writtenTagIsReadBack() {
    assertEquals(Long.valueOf(1500), RunTimeHint.learnt(singleton(RunTimeHint.tag(1500))));
    assertEquals("yarnext.mercury.learnt-ms=604800000", RunTimeHint.tag(RunTimeHint.MAX_MS));
    assertNull(RunTimeHint.tag(0));
    assertNull(RunTimeHint.tag(-1));
    assertNull(RunTimeHint.tag(RunTimeHint.MAX_MS + 1));
  }

  @Test
  public void invalidTagIsSkipped() {
    String prefix = "yarnext.mercury.learnt-ms=";
    assertEquals(
        Long.valueOf(3),
        RunTimeHint.learnt(
            new LinkedHashSet<>(
                Arrays.asList("zone-a", prefix + "soon", prefix + "-1", prefix + 3))));
  }

  @Test
  public void missingOrInvalidHintIsIgnored() {
    assertNull(RunTimeHint.learnt(null));
    assertNull(RunTimeHint.learnt(emptySet()));
    assertNull(RunTimeHint.learnt(singleton("yarnext.mercury.run-ms=5")));
    for (String nonsense : new String[] {"", "0", "-5", "1e3", "10s", "99999999999999999999"}) {
      assertNull(nonsense, declared(nonsense));
      assertNull(nonsense, RunTimeHint.learnt(singleton("yarnext.mercury.learnt-ms=" + nonsense)));
    }
    assertEquals(Long.valueOf(RunTimeHint.MAX_MS), declared(String.valueOf(RunTimeHint.MAX_MS)));
    assertNull(declared(String.valueOf(RunTimeHint.MAX_MS + 1)));
  }
}
