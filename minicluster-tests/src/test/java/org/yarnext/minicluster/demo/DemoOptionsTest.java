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
package org.yarnext.minicluster.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.Test;

public class DemoOptionsTest {

  private static final Path HOME = Paths.get("home").toAbsolutePath();

  @Test
  public void hasDefaults() {
    DemoOptions options = DemoOptions.parse(HOME);
    assertEquals(1, options.seed);
    assertEquals(HOME.resolve("target/demo"), options.out);
    assertEquals(HOME.resolve("conf-samples/mercury"), options.mercurySample());
  }

  @Test
  public void aClustersProcessGetsTheSameOptions() {
    DemoOptions options = DemoOptions.parse(HOME, "--seed", "5", "--keep", "--out", "elsewhere");
    DemoOptions again = DemoOptions.parse(HOME, options.arguments().toArray(new String[0]));
    assertEquals(5, again.seed);
    assertTrue(again.keep);
    assertEquals(options.out, again.out);
  }

  @Test
  public void saysWhichOptionIsWrong() {
    assertTrue(refusal("--fast").contains("--fast"));
    assertTrue(refusal("--out").contains("--out"));
    assertTrue(refusal("--seed", "x").contains("--seed"));
    assertTrue(DemoOptions.usage().contains("--stock-only"));
  }

  private static String refusal(String... args) {
    return assertThrows(IllegalArgumentException.class, () -> DemoOptions.parse(HOME, args))
        .getMessage();
  }
}
