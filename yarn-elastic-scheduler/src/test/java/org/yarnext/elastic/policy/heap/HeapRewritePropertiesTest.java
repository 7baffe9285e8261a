// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;

/** Properties of every command. Each trial makes one from its seed, which a failure names. */
@RunWith(JUnitQuickcheck.class)
public class HeapRewritePropertiesTest {
  private static final long MB = 1L << 20;
  private static final String[] QUOTES = {"", "", "", "'", "\"", "\\\""};
  private static final String[] OTHERS = {
    "-server", "-Da=b", "-Xss1m", "'-Db=c d'", "-cp a:b", "<ADD_OPENS>", "-XX:+UseG1GC", "$UNSET"
  };
  private static final String PIECES = " \t\n'\"\\$`{}<>()&;|%@=-,\u00e9\ud83d\ude00aX1mgk0";

  private static <T> T pick(Random random, T[] from) {
    return from[random.nextInt(from.length)];
  }

  private static String spelled(Random random, long mb) {
    switch (random.nextInt(4)) {
      case 0:
        return mb + (random.nextBoolean() ? "m" : "M");
      case 1:
        return mb * 1024 + (random.nextBoolean() ? "k" : "K");
      case 2:
        return Long.toString(mb * MB);
      default:
        return mb % 1024 == 0 ? mb / 1024 + "g" : mb + "m";
    }
  }

  /** A command with a heap that is known, and other options around it. */
  private static final class Known {
    final long heapMb;
    final LaunchText launch;
    final boolean inParts;

    Known(Random random) {
      heapMb = 600 + random.nextInt(4000);
      List<String> words = new ArrayList<>();
      words.add(
          pick(random, new String[] {"java", "$JAVA_HOME/bin/java", "{{JAVA_HOME}}/bin/java"}));
      noise(random, words);
      if (random.nextBoolean()) {
        words.add(flag(random, "-Xmx", 100 + random.nextInt(8000)));
        noise(random, words);
      }
      words.add(flag(random, random.nextBoolean() ? "-Xmx" : "-XX:MaxHeapSize=", heapMb));
      noise(random, words);
      words.add("org.example.Main");
      words.add("-Xmx9999m");
      inParts = random.nextBoolean();
      Map<String, String> environment = new LinkedHashMap<>();
      environment.put("PATH", "/bin");
      if (random.nextBoolean()) {
        environment.put("JAVA_TOOL_OPTIONS", "-Xmx" + (100 + random.nextInt(8000)) + "m");
      }
      launch =
          new LaunchText(inParts ? words : Arrays.asList(String.join(" ", words)), environment);
    }

    private static String flag(Random random, String name, long mb) {
      String quote = pick(random, QUOTES);
      return quote + name + spelled(random, mb) + quote;
    }

    private static void noise(Random random, List<String> words) {
      for (int n = random.nextInt(4); n > 0; n--) {
        words.add(pick(random, OTHERS));
      }
      if (random.nextInt(3) == 0) {
        words.add(flag(random, "-Xms", 100 + random.nextInt(2000)));
      }
    }
  }

  @Property(trials = 1000)
  public void heapShrinksByWhatTheContainerLost(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    Known known = new Known(random);
    long lost = 1 + random.nextInt((int) known.heapMb - 100);
    LaunchText smaller = Launches.decide(known.launch, 8192, 8192 - lost).value();
    assertNotNull(known.launch.toString(), smaller);
    long heapMb = TaskVariables.megabytes(smaller.environment(), TaskVariables.HEAP_MB);
    assertEquals(known.heapMb - lost, heapMb);
    JvmOptions options = new JvmSearch(smaller).commands().get(0);
    assertEquals((known.heapMb - lost) * MB, options.maxHeap().bytes);
    for (List<JvmOptions> group : new JvmSearch(smaller).byPrecedence()) {
      for (JvmOptions each : group) {
        for (HeapFlag flag : each.flags()) {
          assertTrue(smaller.toString(), flag.bytes <= heapMb * MB);
        }
      }
    }
  }

  @Property(trials = 1000)
  public void rewriteChangesOnlySizes(@When(seed = 2) long seed) {
    Random random = new Random(seed);
    Known known = new Known(random);
    LaunchText smaller = Launches.decide(known.launch, 8192, 8192 - 100).value();
    assertEquals(withoutSizes(known.launch.commands()), withoutSizes(smaller.commands()));
    assertEquals("/bin", smaller.environment().get("PATH"));
  }

  private static List<String> withoutSizes(List<String> parts) {
    List<String> without = new ArrayList<>();
    parts.forEach(
        part ->
            without.add(
                part.replaceAll("(?<![\\w=])(-Xm[sx]|-XX:MaxHeapSize=)[0-9]+[kKmMgG]?", "$1SIZE")));
    return without;
  }

  @Property(trials = 500)
  public void secondRewriteChangesNothing(@When(seed = 3) long seed) {
    Random random = new Random(seed);
    LaunchText once = Launches.decide(new Known(random).launch, 8192, 8092).value();
    Decision<LaunchText> again = Launches.decide(once, 8192, 8092);
    assertNull(again.value());
    assertEquals(HeapReason.HEAP_SHRUNK_BEFORE, again.reason());
  }

  @Property(trials = 3000)
  public void anyTextIsReadWithoutFailure(@When(seed = 4) long seed) {
    Random random = new Random(seed);
    List<String> parts = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      parts.add(garbage(random));
    }
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_TOOL_OPTIONS", garbage(random));
    environment.put("X_OPTS", garbage(random));
    environment.put("NOTHING_OPTS", null);
    LaunchText launch = new LaunchText(parts, environment);
    Decision<LaunchText> decision =
        new HeapRewrite(new HeapRules(1, 1, 50, true)).decide("c", launch, 2, 1);
    if (decision.value() != null) {
      assertTrue(
          TaskVariables.megabytes(decision.value().environment(), TaskVariables.HEAP_MB) >= 1);
      assertEquals(parts.size(), decision.value().commands().size());
    }
  }

  private static String garbage(Random random) {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(30); n > 0; n--) {
      switch (random.nextInt(8)) {
        case 0:
          text.append("java ");
          break;
        case 1:
          text.append("-Xmx").append(random.nextInt(5000)).append("m ");
          break;
        case 2:
          text.append("bash -c ");
          break;
        case 3:
          text.append(pick(random, OTHERS)).append(' ');
          break;
        default:
          text.append(PIECES.charAt(random.nextInt(PIECES.length())));
      }
    }
    return text.toString();
  }
}
