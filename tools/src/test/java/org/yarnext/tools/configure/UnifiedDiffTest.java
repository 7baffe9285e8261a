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
package org.yarnext.tools.configure;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class UnifiedDiffTest {
  @Test
  public void showsEachChangeWithThreeLinesAround() {
    assertEquals(
        Arrays.asList(
            "--- a",
            "+++ b",
            "@@ -1,4 +1,5 @@",
            "-1",
            "+one",
            "+and",
            " 2",
            " 3",
            " 4",
            "@@ -9,4 +10,3 @@",
            " 9",
            " 10",
            " 11",
            "-12"),
        UnifiedDiff.of(
            "a",
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
            "b",
            "one\nand\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"));
  }

  @Test
  public void changesCloseToEachOtherAreOne() {
    assertEquals(
        Arrays.asList("--- a", "+++ b", "@@ -1,3 +1,3 @@", "-1", "+x", " 2", "-3", "+y"),
        UnifiedDiff.of("a", "1\n2\n3\n", "b", "x\n2\ny\n"));
  }

  @Test
  public void aNewFileIsAddedAsAWhole() {
    assertEquals(
        Arrays.asList("--- /dev/null", "+++ b", "@@ -0,0 +1,1 @@", "+1"),
        UnifiedDiff.of("/dev/null", "", "b", "1\n"));
    assertEquals(Collections.emptyList(), UnifiedDiff.of("a", "1\n", "b", "1\n"));
  }
}
