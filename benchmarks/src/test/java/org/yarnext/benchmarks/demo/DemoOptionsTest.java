// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.Test;

public class DemoOptionsTest {

  private static final Path HOME = Paths.get("home").toAbsolutePath();

  @Test
  public void unsetOptionsHaveTheirDefaults() {
    DemoOptions options = DemoOptions.parse(HOME);
    assertEquals(1, options.seed);
    assertEquals(DemoFeature.ALL, options.feature);
    assertEquals(HOME.resolve("target/demo"), options.out);
    assertEquals(HOME.resolve("conf-samples/mercury"), options.mercurySample());
  }

  @Test
  public void clusterProcessGetsTheSameOptions() {
    DemoOptions options =
        DemoOptions.parse(
            HOME, "--seed", "5", "--feature", "mercury", "--keep", "--out", "elsewhere");
    DemoOptions again = DemoOptions.parse(HOME, options.arguments().toArray(new String[0]));
    assertEquals(5, again.seed);
    assertTrue(again.keep);
    assertEquals(DemoFeature.MERCURY, again.feature);
    assertEquals(options.out, again.out);
  }

  @Test
  public void refusalNamesTheWrongOption() {
    assertTrue(refusal("--fast").contains("--fast"));
    assertTrue(refusal("--out").contains("--out"));
    assertTrue(refusal("--seed", "x").contains("--seed"));
    assertTrue(refusal("--feature", "x").contains("--feature"));
    assertTrue(refusal("--keep").contains("--feature mercury"));
    assertTrue(DemoOptions.usage().contains("--stock-only"));
  }

  private static String refusal(String... args) {
    return assertThrows(IllegalArgumentException.class, () -> DemoOptions.parse(HOME, args))
        .getMessage();
  }
}
