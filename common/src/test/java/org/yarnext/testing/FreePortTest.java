// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import static org.junit.Assert.assertEquals;

import java.nio.file.Paths;
import org.junit.Test;

public class FreePortTest {
  /** Ends with 0 if this JVM may give a port away. */
  static final class OtherJvm {
    public static void main(String[] port) {
      System.exit(FreePort.reserve(Integer.parseInt(port[0])) ? 0 : 1);
    }
  }

  /** Tests run in two JVMs at a time, and a port is taken long before its daemon listens. */
  @Test
  public void portIsGivenAwayByOneJvmOnly() throws Exception {
    int port = FreePort.next();
    assertEquals(1, other(port));
    assertEquals(0, other(1)); // never given away
  }

  private static int other(int port) throws Exception {
    return new ProcessBuilder(
            Paths.get(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            OtherJvm.class.getName(),
            String.valueOf(port))
        .inheritIO()
        .start()
        .waitFor();
  }
}
