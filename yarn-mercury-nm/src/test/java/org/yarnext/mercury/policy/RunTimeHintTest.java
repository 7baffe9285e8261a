/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.policy;

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
  private static Long tag(String value) {
    return RunTimeHint.read(singleton(RunTimeHint.TAG_PREFIX + value), null);
  }

  private static Long environment(String value) {
    return RunTimeHint.read(null, singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, value));
  }

  @Test
  public void readsTheTagAndTheVariable() {
    assertEquals(Long.valueOf(1500), tag("1500"));
    assertEquals(Long.valueOf(1500), environment(" 1500 "));
  }

  @Test
  public void writesTheTagItReads() {
    assertEquals(Long.valueOf(1500), RunTimeHint.read(singleton(RunTimeHint.tag(1500)), null));
    assertEquals("yarnext.mercury.learnt-ms=604800000", RunTimeHint.tag(RunTimeHint.MAX_MS));
    assertNull(RunTimeHint.tag(0));
    assertNull(RunTimeHint.tag(-1));
    assertNull(RunTimeHint.tag(RunTimeHint.MAX_MS + 1));
  }

  @Test
  public void whatIsDeclaredGoesBeforeWhatIsLearnt() {
    LinkedHashSet<String> tags =
        new LinkedHashSet<>(Arrays.asList(RunTimeHint.tag(1500), RunTimeHint.TAG_PREFIX + 3));
    assertEquals(Long.valueOf(3), RunTimeHint.read(tags, null));
    assertEquals(Long.valueOf(3), RunTimeHint.declared(tags, null));
    assertNull(RunTimeHint.declared(singleton(RunTimeHint.tag(1500)), null));
    assertEquals(
        Long.valueOf(2),
        RunTimeHint.read(
            singleton(RunTimeHint.tag(1500)), singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, "2")));
  }

  @Test
  public void whatIsLearntGoesFirstWhereTheApplicationIsNotTrusted() {
    String rather = RunTimeHint.tag(1500, false);
    LinkedHashSet<String> tags =
        new LinkedHashSet<>(Arrays.asList(RunTimeHint.TAG_PREFIX + 3, rather));
    assertEquals(Long.valueOf(1500), RunTimeHint.read(tags, null));
    assertEquals(
        Long.valueOf(1500),
        RunTimeHint.read(singleton(rather), singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, "2")));
    assertEquals("it is judged on", Long.valueOf(3), RunTimeHint.declared(tags, null));
    assertNull(RunTimeHint.declared(singleton(rather), null));
    assertNull(RunTimeHint.tag(0, false));
  }

  @Test
  public void theTagGoesFirst() {
    assertEquals(
        Long.valueOf(1),
        RunTimeHint.read(
            singleton(RunTimeHint.TAG_PREFIX + 1),
            singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, "2")));
  }

  @Test
  public void anAbsurdTagLeavesItToTheNextOne() {
    assertEquals(
        Long.valueOf(2),
        RunTimeHint.read(
            singleton(RunTimeHint.TAG_PREFIX + "soon"),
            singletonMap(RunTimeHint.ENVIRONMENT_VARIABLE, "2")));
    assertEquals(
        Long.valueOf(3),
        RunTimeHint.read(
            new LinkedHashSet<>(
                Arrays.asList("zone-a", RunTimeHint.TAG_PREFIX + "-1", RunTimeHint.TAG_PREFIX + 3)),
            emptyMap()));
  }

  @Test
  public void nothingOrNonsenseIsNoHint() {
    assertNull(RunTimeHint.read(null, null));
    assertNull(RunTimeHint.read(emptySet(), emptyMap()));
    for (String nonsense : new String[] {"", "0", "-5", "1e3", "10s", "99999999999999999999"}) {
      assertNull(nonsense, tag(nonsense));
      assertNull(nonsense, environment(nonsense));
    }
  }

  @Test
  public void aWeekIsTheMost() {
    assertEquals(Long.valueOf(RunTimeHint.MAX_MS), tag(String.valueOf(RunTimeHint.MAX_MS)));
    assertNull(tag(String.valueOf(RunTimeHint.MAX_MS + 1)));
  }
}
