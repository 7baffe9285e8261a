// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import org.junit.Test;
import picocli.CommandLine;

/** An option without effect would make the demo succeed without what was asked for. */
public class DaemonsOptionsTest {
  private static final Path CHECKOUT = Paths.get("checkout");

  @Test
  public void optionsThatAnotherOneDisablesAreRefused() {
    assertRefused("leave --federation and --upgrade out", "--federation", "--kerberos");
    assertRefused("exclude one another", "--soak", "--switch");
    assertRefused("--soak", "--federation", "--soak");
    assertRefused("--kill", "--kerberos", "--kill");
    assertRefused("--archive", "--upgrade", "--archive", "yarnext.tar.gz");
    assertRefused("no bin/java in /none", "--java-home", "/none");
    assertRefused("needs --kill", "--fault", "node");
    assertRefused("fault router needs --federation", "--kill", "--fault", "router");
    assertRefused("has no fault node", "--federation", "--kill", "--fault", "node");
  }

  @Test
  public void proxyOfAMasterIsKilledInAFederation() {
    DaemonsOptions options =
        DaemonsOptions.parse(
            CHECKOUT, "--daemons", "--federation", "--kill", "1", "--fault", "master,zookeeper");
    assertEquals(Arrays.asList(DaemonFault.MASTER, DaemonFault.ZOOKEEPER), options.faults);
  }

  private static void assertRefused(String reason, String... args) {
    String[] line = Arrays.copyOf(args, args.length + 1);
    line[args.length] = "--daemons";
    assertThat(
        assertThrows(
                CommandLine.ParameterException.class, () -> DaemonsOptions.parse(CHECKOUT, line))
            .getMessage(),
        containsString(reason));
  }
}
