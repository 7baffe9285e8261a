// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.tez.runtime.task.TezChild;
import org.junit.Test;
import org.yarnext.elastic.policy.trust.MemoryFailure;

/** Rewritten commands are run as a NodeManager runs them: the JVMs have the heap they should. */
public class RealJvmTest {
  private static final long MB = 1L << 20;
  private static final String JAVA = System.getProperty("java.home") + "/bin/java";

  /** A JVM that bounds its heap to the given size, to within a region. */
  private static final String REST =
      " -XX:+UseG1GC -XX:G1HeapRegionSize=1m -Xshare:auto -cp "
          + System.getProperty("java.class.path").split(":")[0]
          + " "
          + TezChild.class.getName();

  private static final class Result {
    final int exit;
    final String output;

    Result(int exit, String output) {
      this.exit = exit;
      this.output = output;
    }
  }

  private static Result run(LaunchText launch) throws Exception {
    String command = String.join(" ", launch.commands());
    ProcessBuilder script =
        new ProcessBuilder("/bin/bash", "-c", "exec /bin/bash -c \"" + command + "\"");
    script.environment().keySet().removeIf(name -> name.contains("JAVA"));
    script.environment().putAll(launch.environment());
    script.redirectErrorStream(true);
    Process process = script.start();
    try (InputStream out = process.getInputStream()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] some = new byte[8192];
      for (int n = out.read(some); n >= 0; n = out.read(some)) {
        bytes.write(some, 0, n);
      }
      assertTrue("it ends", process.waitFor(60, TimeUnit.SECONDS));
      return new Result(process.exitValue(), new String(bytes.toByteArray(), UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }

  private static LaunchText lost(long mb, LaunchText launch) {
    return new HeapRewrite(new HeapRules(16, 16, 50, true))
        .decide(Launches.ID, launch, 1024, 1024 - mb)
        .value();
  }

  private static void hasHeap(long mb, LaunchText launch) throws Exception {
    Result result = run(launch);
    assertEquals(launch + "\n" + result.output, 0, result.exit);
    String heapBytes = result.output.replaceAll("(?s).*heap (\\d+).*", "$1");
    assertEquals(launch.toString(), mb * MB, Long.parseLong(heapBytes), 2 * MB);
  }

  private static LaunchText command(String options) {
    return Launches.of(JAVA + " " + options + REST + " tell");
  }

  @Test
  public void realJvmHasTheRewrittenHeap() throws Exception {
    for (String options :
        new String[] {
          "-Xmx300m",
          "-ms200m -mx300m",
          "'-Xmx307200k'",
          "-XX:MaxHeapSize=314572800",
          "-Xmx900m -Xmx300m",
          "-Xmx300m -Xms300m -XX:MinHeapSize=200m -Xmn150m"
        }) {
      hasHeap(300, command(options));
      hasHeap(100, lost(200, command(options)));
    }
  }

  @Test
  public void environmentOptionsDoNotEnlargeTheHeapOfARealJvm() throws Exception {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_TOOL_OPTIONS", "-Xmx800m");
    environment.put("JDK_JAVA_OPTIONS", "-Xms250m");
    LaunchText launch = new LaunchText(command("-Xmx300m").commands(), environment);
    hasHeap(300, launch);
    hasHeap(100, lost(200, launch));

    environment.put("_JAVA_OPTIONS", "-Xmx400m");
    launch = new LaunchText(command("-Xmx300m").commands(), environment);
    hasHeap(400, launch);
    hasHeap(200, lost(200, launch));

    LaunchText named =
        new LaunchText(
            command("$TASK_OPTS").commands(),
            java.util.Collections.singletonMap("TASK_OPTS", "-Xmx300m -server"));
    hasHeap(300, named);
    hasHeap(100, lost(200, named));
  }

  @Test
  public void realJvmExhaustingItsHeapIsSeenAsOutOfMemory() throws Exception {
    LaunchText launch = Launches.of(JAVA + " -Xmx300m" + REST + " exhaust");
    Result result = run(lost(270, launch));
    assertEquals(result.output, 3, result.exit);
    assertEquals(MemoryFailure.HEAP, MemoryFailure.of(result.exit, "", MemoryFailure.Jvm.EXITS));
  }
}
