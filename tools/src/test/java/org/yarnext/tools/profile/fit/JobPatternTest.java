// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile.fit;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.elastic.policy.profile.NamePattern;

public class JobPatternTest {
  private static void becomes(String pattern, String... names) {
    for (String name : names) {
      assertEquals(name, pattern, JobPattern.of(name));
      assertTrue(name, new NamePattern(pattern).matches(name));
    }
  }

  @Test
  public void numbersDatesAndTimesAreCollapsed() {
    becomes("wordcount-*", "wordcount-7", "wordcount-2026-11-21", "wordcount-20261121");
    becomes("etl_*", "etl_2026-11-21 04:00:12", "etl_2026.11.21");
    becomes("etl *", "etl 2026/11/21");
    becomes("at *", "at 2026-11-21T04:00:12Z");
    becomes("part * of *", "part 3 of 12");
  }

  @Test
  public void randomIdsAreCollapsed() {
    becomes(
        "HIVE-*",
        "HIVE-0f8fad5b-d9cb-469f-a165-70867728950e",
        "HIVE-7c9e6679-7425-40de-944b-e07fc1f90ae7");
  }

  @Test
  public void namesWithoutNumbersStay() {
    becomes("word count", "word count");
    becomes("", "");
  }

  @Test
  public void namesOfNumbersOnlyStay() {
    becomes("20261121", "20261121");
    becomes("2026-11-21_04", "2026-11-21_04");
  }
}
