// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.security.Credentials;
import org.apache.tez.dag.app.ContainerContext;
import org.junit.Test;

/** The run time that a container declares; Tez's own comparison of containers is unchanged. */
public class LaunchContextHookTest {
  private static ContainerContext stock(Map<String, String> environment) {
    return new ContainerContext(
        Collections.emptyMap(), new Credentials(), environment, "-Xmx1g", null);
  }

  @Test
  public void containerDeclaresTheRunTimeExpectedAtItsLaunch() {
    long[] expected = {0};
    Map<String, String> environment = new HashMap<>(Collections.singletonMap("A", "b"));
    ContainerContext context = new LaunchContextHook(stock(environment), null, () -> expected[0]);
    assertEquals("nothing is known", environment, context.getEnvironment());
    expected[0] = 1_234;
    assertEquals("1234", context.getEnvironment().get("YARNEXT_MERCURY_RUN_MS"));
    assertEquals("b", context.getEnvironment().get("A"));
    assertFalse("Tez's own map", environment.containsKey("YARNEXT_MERCURY_RUN_MS"));
  }

  @Test
  public void declarationOfTheVertexIsKept() {
    Map<String, String> own = Collections.singletonMap("YARNEXT_MERCURY_RUN_MS", "7");
    assertSame(own, new LaunchContextHook(stock(own), null, () -> 99).getEnvironment());
  }

  @Test
  public void containerOfAStockContextMayRunTheTask() {
    ContainerContext stock = stock(new HashMap<>());
    assertTrue(stock.isSuperSet(stock(new HashMap<>())));
    assertEquals(stock.getJavaOpts(), new LaunchContextHook(stock, null, () -> 1).getJavaOpts());
  }
}
