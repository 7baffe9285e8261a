// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.Test;

/** Tests what is taken for a JVM's heap against what JVMs say. */
public class JvmHeapShareTest {
  private static final int HEAP_MB = 600;

  /** Relative error from the sizes to which the collector rounds its spaces. */
  private static final double EXACT = 0.005;

  /** Main class of the JVMs of the test. */
  public static final class Teller {
    private Teller() {}

    public static void main(String[] arguments) {
      System.out.println(Runtime.getRuntime().maxMemory());
    }
  }

  private static double measuredShare(String options) throws IOException, InterruptedException {
    String java = Paths.get(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(Arrays.asList(java, "-Xmx" + HEAP_MB + "m"));
    command.addAll(Arrays.asList(options.split(" ")));
    command.addAll(
        Arrays.asList("-cp", System.getProperty("java.class.path"), Teller.class.getName()));
    Process teller = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(teller.getInputStream(), UTF_8))) {
      double bytes = Double.parseDouble(said.readLine());
      assertEquals(0, teller.waitFor());
      return bytes / (1 << 20) / HEAP_MB;
    }
  }

  @Test
  public void heapShareMatchesWhatJvmsReport() throws Exception {
    String[] collectors = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"};
    for (String collector : collectors) {
      assertEquals(
          collector, measuredShare(collector), JvmHeapShare.share("-Xmx600m " + collector), EXACT);
    }
    assertTrue(JvmHeapShare.share("-XX:+UseParallelGC") < JvmHeapShare.share("-XX:+UseSerialGC"));
  }

  @Test
  public void heapShareIsOneWithConfiguredGenerationSizes() {
    for (String size : new String[] {"-Xmn64m", "-XX:NewRatio=1", "-XX:SurvivorRatio=2"}) {
      assertEquals(size, 1, JvmHeapShare.share("-XX:+UseSerialGC " + size), 0);
    }
  }
}
