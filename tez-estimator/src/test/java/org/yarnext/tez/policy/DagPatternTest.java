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
package org.yarnext.tez.policy;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Which DAGs are runs of one. */
public class DagPatternTest {
  @Test
  public void whatVariesIsLeftOut() {
    assertEquals("daily report *", DagPattern.of("daily report 2026-11-21"));
    assertEquals("query_*:stage-*", DagPattern.of("query_20261121_17:stage-3"));
    assertEquals("load *", DagPattern.of("load 0f8fad5b-d9cb-469f-a165-70867728950e"));
    assertEquals("OrderedWordCount", DagPattern.of("OrderedWordCount"));
  }

  @Test
  public void aNameOfNumbersAloneStays() {
    assertEquals("2026-11-21", DagPattern.of("2026-11-21"));
  }
}
