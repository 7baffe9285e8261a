// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

/** Recognition of the runs of one recurring DAG. */
public class DagNamePatternTest {
  private static final List<String> VERTICES = Arrays.asList("Map 1", "Reducer 2");

  private static String of(String name) {
    return DagNamePattern.of(name, VERTICES);
  }

  @Test
  public void variablePartsAreReplaced() {
    assertEquals("daily report *", of("daily report 2026-11-21"));
    assertEquals("query_*:stage-*", of("query_20261121_17:stage-3"));
    assertEquals("OrderedWordCount", of("OrderedWordCount"));
  }

  @Test
  public void nameOfNumbersOnlyIsKept() {
    assertEquals("2026-11-21", of("2026-11-21"));
  }

  /** The names are Hive's; one id begins with a digit, the other with a letter. */
  @Test
  public void generatedNamesAreIdentifiedByTheirVertices() {
    String digit = "hive_20261121173045_0f8fad5b-d9cb-469f-a165-70867728950e:1";
    String letter = "hive_20261122093000_c56a4180-65aa-42ec-a945-5fd21dec0538:2";
    assertEquals(of(digit), of(letter));
    assertTrue(of(digit), of(digit).startsWith("hive_*_*:* of "));
    assertEquals(of(letter), DagNamePattern.of(letter, Arrays.asList("Reducer 2", "Map 1")));
    for (String name : new String[] {digit, letter}) {
      assertNotEquals(of(name), DagNamePattern.of(name, Collections.singletonList("Map 1")));
    }
    assertNotEquals("another user", of(digit), of(digit.replace("hive", "etl")));
  }

  @Test
  public void randomIdIsIdentifiedByItsVerticesOnly() {
    assertEquals(
        of("0f8fad5b-d9cb-469f-a165-70867728950e"), of("c56a4180-65aa-42ec-a945-5fd21dec0538"));
  }
}
