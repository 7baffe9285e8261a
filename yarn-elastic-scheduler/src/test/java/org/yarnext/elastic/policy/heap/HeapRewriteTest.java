// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.Test;
import org.yarnext.common.decision.Decision;

/** The heap becomes smaller with the container, however a framework writes it. */
public class HeapRewriteTest {
  /** Returns the command as rewritten for a container that lost 512 MB. */
  private static String lost512(String... parts) {
    return Launches.command(Launches.of(parts), 512);
  }

  /** Returns the command as rewritten for a container of 1,024 MB that lost half. */
  private static String halfOf1024(String command) {
    return String.join(" ", Launches.decide(Launches.of(command), 1024, 512).value().commands());
  }

  private static HeapReason reason(LaunchText launch, long lostMb) {
    Decision<LaunchText> decision = Launches.decide(launch, 4096, 4096 - lostMb);
    assertEquals(decision.reason() == HeapReason.HEAP_SHRUNK, decision.value() != null);
    return (HeapReason) decision.reason();
  }

  private static HeapReason reason(String command) {
    return reason(Launches.of(command), 512);
  }

  @Test
  public void heapOfAMapReduceTaskShrinks() {
    assertEquals(Launches.MAP_TASK.replace("-Xmx819m", "-Xmx307m"), halfOf1024(Launches.MAP_TASK));
  }

  @Test
  public void initialHeapOfATezTaskShrinksWithItsMaximum() {
    assertEquals(
        Launches.TEZ_TASK.replace("-Xmx819m", "-Xmx307m").replace("-Xms819m", "-Xms307m"),
        halfOf1024(Launches.TEZ_TASK));
  }

  @Test
  public void sparkExecutorLosesHeapAndKeepsItsOverhead() {
    LaunchText launch = Launches.of(Launches.SPARK_EXECUTOR);
    String whole = String.join(" ", Launches.SPARK_EXECUTOR);
    assertEquals(whole.replace("-Xmx1024m", "-Xmx512m"), Launches.command(launch, 512));
    assertEquals(HeapReason.HEAP_LEFT_BELOW_FLOOR, reason(launch, 513));
  }

  @Test
  public void everySpellingOfTheHeapSizeIsRewritten() {
    assertEquals("java -Xmx512m A", lost512("java -Xmx1g A"));
    assertEquals("java -ms512m -mx512m A", lost512("java -ms1g -mx1G A"));
    assertEquals("java -Xmx512m A", lost512("java -Xmx1048576K A"));
    assertEquals("java -Xmx512m A", lost512("java -Xmx1073741824 A"));
    assertEquals("java -XX:MaxHeapSize=512m A", lost512("java -XX:MaxHeapSize=1g A"));
    assertEquals("java -Xmx475712k A", lost512("java -Xmx1000000k A"));
    assertEquals("java -Xmx441418k A", lost512("java -Xmx988883000 A"));
  }

  @Test
  public void quotedHeapOptionsAreRewritten() {
    assertEquals("java '-Xmx512m' A", lost512("java '-Xmx1g' A"));
    assertEquals("java \"-Xmx512m\" A", lost512("java \"-Xmx1g\" A"));
    assertEquals("java \\\"-Xmx512m\\\" A", lost512("java \\\"-Xmx1g\\\" A"));
    assertEquals("\"/a b/bin/java\" -Xmx512m A", lost512("\"/a b/bin/java\" -Xmx1g A"));
    assertEquals("java -Xmx\"512m\" A", lost512("java -Xmx\"1g\" A"));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, reason("java -Xmx1\"0\"24m A"));
  }

  @Test
  public void lastHeapOptionDecidesAndNoOtherExceedsIt() {
    assertEquals("java -Xmx512m -Xmx512m A", lost512("java -Xmx2g -Xmx1g A"));
    assertEquals("java -Xmx100m -Xmx512m A", lost512("java -Xmx100m -Xmx1g A"));
    assertEquals(
        "java -XX:MaxHeapSize=1024m -Xmx1024m A", lost512("java -XX:MaxHeapSize=3g -Xmx1536m A"));
    assertEquals(
        HeapReason.HEAP_LEFT_BELOW_FLOOR,
        reason("java -Xmx5g -Xmx700m org.apache.spark.executor.YarnCoarseGrainedExecutorBackend"));
  }

  @Test
  public void otherHeapSizesAreLoweredToTheMaximum() {
    assertEquals(
        "java -Xms512m -XX:InitialHeapSize=300m -XX:MinHeapSize=512m -XX:SoftMaxHeapSize=512m"
            + " -Xmx512m A",
        lost512(
            "java -Xms1g -XX:InitialHeapSize=300m -XX:MinHeapSize=600m -XX:SoftMaxHeapSize=900m"
                + " -Xmx1g A"));
  }

  @Test
  public void youngGenerationKeepsItsShare() {
    assertEquals(
        "java -Xmn200m -XX:NewSize=50m -XX:MaxNewSize=300m -Xmx512m A",
        lost512("java -Xmn400m -XX:NewSize=100m -XX:MaxNewSize=600m -Xmx1g A"));
  }

  @Test
  public void optionsThatAreNotHeapSizesStay() {
    String rest =
        " -Xss1g -XX:MaxDirectMemorySize=2g -XX:MaxMetaspaceSize=1g -XX:ReservedCodeCacheSize=1g"
            + " -Dopts=-Xmx1g -XX:MaxRAMPercentage=80 A -Xmx3g --memory 1g";
    assertEquals("java -Xmx512m" + rest, lost512("java -Xmx1g" + rest));
  }

  @Test
  public void valueOfAnOptionIsNotTakenForTheMainClass() {
    assertEquals(
        "java -cp a:b --add-opens java.base/java.lang=ALL-UNNAMED -Xmx512m A",
        lost512("java -cp a:b --add-opens java.base/java.lang=ALL-UNNAMED -Xmx1g A"));
    assertEquals(
        "what a program is told is none of the JVM's",
        HeapReason.HEAP_LEFT_NO_FLAG,
        reason("java -jar a.jar -Xmx1g"));
  }

  @Test
  public void redirectionIsNotTakenForTheMainClass() {
    for (String redirection : new String[] {"2>&1", ">out", "1> out", "&>>out", ">&2"}) {
      assertEquals(
          "java " + redirection + " -Xmx512m A -Xmx3g",
          lost512("java " + redirection + " -Xmx1g A -Xmx3g"));
    }
  }

  @Test
  public void largestHeapDecidesAmongSeveralCommands() {
    assertEquals(
        "mkdir x && java -Xmx512m A 2>&1 | tee log; java -Xmx100m B",
        lost512("mkdir x && java -Xmx1g A 2>&1 | tee log; java -Xmx100m B"));
  }

  @Test
  public void javaCommandInsideAShellIsFound() {
    assertEquals("bash -c 'exec java -Xmx512m A'", lost512("bash -c 'exec java -Xmx1g A'"));
    assertEquals(
        "/bin/sh -c \\\"java -Xmx512m A && sync\\\" 1>out",
        lost512("/bin/sh -c \\\"java -Xmx1g A && sync\\\" 1>out"));
  }

  @Test
  public void heapOptionPassedToAScriptIsRewritten() {
    assertEquals("./run.sh -Xmx512m x", lost512("./run.sh -Xmx1g x"));
  }

  @Test
  public void commandInSeveralPartsIsRewritten() {
    LaunchText launch = Launches.of("java", "-Xms700m", "-Xmx1g", "A", null, "x");
    assertEquals(
        Launches.of("java", "-Xms512m", "-Xmx512m", "A", null, "x").commands(),
        Launches.decide(launch, 1024, 512).value().commands());
  }

  @Test
  public void heapOptionInAReferencedVariableIsRewritten() {
    for (String reference : new String[] {"$OPTS", "${OPTS}", "{{OPTS}}", "\"$OPTS\""}) {
      LaunchText launch =
          Launches.with(Launches.of("java " + reference + " A"), "OPTS", "-server -Xmx1g -Da=b");
      LaunchText smaller = Launches.decide(launch, 1024, 512).value();
      assertEquals(launch.commands(), smaller.commands());
      assertEquals("-server -Xmx512m -Da=b", smaller.environment().get("OPTS"));
    }
  }

  @Test
  public void jvmOptionVariablesAreRewrittenByPrecedence() {
    LaunchText tool = Launches.with(Launches.of("java -Xmx1g A"), "JAVA_TOOL_OPTIONS", "-Xmx2g");
    assertEquals("java -Xmx512m A", Launches.command(tool, 512));
    assertEquals(
        "-Xmx512m",
        Launches.decide(tool, 1024, 512).value().environment().get("JAVA_TOOL_OPTIONS"));

    LaunchText alone = Launches.with(Launches.of("java A"), "JDK_JAVA_OPTIONS", "-Xmx2g");
    assertEquals(
        "-Xmx1536m",
        Launches.decide(alone, 1024, 512).value().environment().get("JDK_JAVA_OPTIONS"));

    LaunchText over = Launches.with(Launches.of("java -Xmx4g A"), "_JAVA_OPTIONS", "-Xmx2g");
    assertEquals("java -Xmx1536m A", Launches.command(over, 512));
    assertEquals(
        "-Xmx1536m", Launches.decide(over, 1024, 512).value().environment().get("_JAVA_OPTIONS"));
  }

  @Test
  public void heapOptionInAVariableOfAScriptIsRewritten() {
    LaunchText launch = Launches.with(Launches.of("./run.sh x"), "MAPRED_MAP_JAVA_OPTS", "-Xmx1g");
    assertEquals(
        "-Xmx512m",
        Launches.decide(launch, 1024, 512).value().environment().get("MAPRED_MAP_JAVA_OPTS"));
  }

  @Test
  public void optionsForChildrenOfATaskStay() {
    LaunchText launch =
        Launches.with(Launches.of(Launches.MAP_TASK), "HADOOP_CLIENT_OPTS", "-Xmx2g");
    assertEquals(
        "-Xmx2g",
        Launches.decide(launch, 1024, 512).value().environment().get("HADOOP_CLIENT_OPTS"));
  }

  @Test
  public void heapThatCannotBeShrunkSafelyIsLeft() {
    assertEquals(HeapReason.HEAP_LEFT_NO_FLAG, reason("sleep 100"));
    assertEquals(HeapReason.HEAP_LEFT_NO_FLAG, reason(""));
    assertEquals(HeapReason.HEAP_LEFT_NO_FLAG, reason("java -Xms100m A"));
    assertEquals(HeapReason.HEAP_LEFT_BY_PERCENTAGE, reason("java -XX:MaxRAMPercentage=75 A"));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, reason("java -Xmx${HEAP}m A"));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, reason("java -Xmx$(./heap.sh) A"));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, reason("java -Xmx1g -Xmx0 A"));
    assertEquals(HeapReason.HEAP_LEFT_NOT_UNDERSIZED, reason(Launches.of("java -Xmx1g A"), 0));
  }

  @Test
  public void heapIsNotShrunkBelowTheFloor() {
    assertEquals(HeapReason.HEAP_SHRUNK, reason(Launches.of("java -Xmx576m A"), 512));
    LaunchText below = Launches.of("java -Xmx575m A");
    assertEquals(HeapReason.HEAP_LEFT_BELOW_FLOOR, Launches.decide(below, 1024, 512).reason());
    Decision<LaunchText> absurd =
        Launches.decide(Launches.of("java -Xmx1g A"), Long.MAX_VALUE, Long.MIN_VALUE + 1);
    assertNull(absurd.value());
  }

  private static HeapReason atHalf(String command) {
    return (HeapReason) Launches.decide(Launches.of(command), 1024, 512).reason();
  }

  /** A job that asks for much more than its heap loses nothing that the heap needs. */
  @Test
  public void heapThatFitsTheSmallerContainerIsLeft() {
    assertEquals(HeapReason.HEAP_FITS, atHalf("java -Xmx256m A"));
    assertEquals(
        "256 MB are for the rest", HeapReason.HEAP_LEFT_BELOW_FLOOR, atHalf("java -Xmx257m A"));
    LaunchText large = Launches.of("java -Xmx1200m A");
    assertEquals("or a fifth", HeapReason.HEAP_FITS, reason(large, 4096 - 1500));
    assertEquals(HeapReason.HEAP_LEFT_BELOW_FLOOR, reason(large, 4096 - 1499));
    String spark = "java -Xmx256m org.apache.spark.executor.CoarseGrainedExecutorBackend";
    assertEquals(HeapReason.HEAP_LEFT_BELOW_FLOOR, atHalf(spark));
    Decision<LaunchText> decision = Launches.decide(Launches.of("java -Xmx256m A"), 1024, 512);
    assertNull("nothing is changed", decision.value());
    assertEquals(256, HeapRewrite.heapMb(decision));
    assertEquals(-1, HeapRewrite.heapMb(Launches.decide(Launches.of("java A"), 1024, 512)));
  }

  @Test
  public void taskLearnsItsHeapAndSortBufferFromTheEnvironment() {
    LaunchText launch = Launches.of(Launches.MAP_TASK);
    LaunchText smaller = Launches.decide(launch, 1024, 512).value();
    assertEquals("307", smaller.environment().get("YARNEXT_ELASTIC_HEAP_MB"));
    assertEquals("153", smaller.environment().get("YARNEXT_ELASTIC_SORT_MB"));

    LaunchText wants = Launches.with(launch, "YARNEXT_ELASTIC_SORT_MB", "100");
    smaller = Launches.decide(wants, 1024, 512).value();
    assertEquals("never more than it wants", "100", smaller.variable("YARNEXT_ELASTIC_SORT_MB"));

    wants = Launches.with(launch, "YARNEXT_ELASTIC_SORT_MB", "400");
    smaller = Launches.decide(wants, 1024, 512).value();
    assertEquals("153", smaller.variable("YARNEXT_ELASTIC_SORT_MB"));
  }

  @Test
  public void commandIsRewrittenOncePerContainer() {
    LaunchText once = Launches.decide(Launches.of(Launches.MAP_TASK), 1024, 512).value();
    Decision<LaunchText> again = Launches.decide(once, 1024, 512);
    assertEquals(HeapReason.HEAP_SHRUNK_BEFORE, again.reason());
    assertNull(again.value());
    assertTrue(HeapRewrite.isRewritten(Launches.ID, once));
    assertFalse("of another container", HeapRewrite.isRewritten(Launches.ID + "3", once));
  }

  @Test
  public void mapReduceAndTezTasksExitOnOutOfMemory() {
    HeapRewrite exiting = new HeapRewrite(new HeapRules(64, 64, 50, true));
    String exit = " -XX:+IgnoreUnrecognizedVMOptions -XX:+ExitOnOutOfMemoryError";
    String java = "$JAVA_HOME/bin/java";
    for (String task : new String[] {Launches.MAP_TASK, Launches.TEZ_TASK}) {
      LaunchText launch = Launches.of(task);
      assertEquals(
          task.replace(java, java + exit).replace("819m", "307m"),
          exiting.decide(Launches.ID, launch, 1024, 512).value().commands().get(0));
    }
  }

  @Test
  public void otherCommandsDoNotGetTheExitOption() {
    HeapRewrite exiting = new HeapRewrite(new HeapRules(64, 64, 50, true));
    LaunchText own =
        Launches.of(Launches.MAP_TASK.replace("-Xmx", "-XX:OnOutOfMemoryError='kill %p' -Xmx"));
    LaunchText inVariable =
        Launches.with(
            Launches.of(Launches.MAP_TASK), "JAVA_TOOL_OPTIONS", "-XX:+CrashOnOutOfMemoryError");
    LaunchText[] others = {
      own, inVariable, Launches.of("java -Xmx1g A"), Launches.of(Launches.SPARK_EXECUTOR)
    };
    for (LaunchText launch : others) {
      LaunchText smaller = exiting.decide(Launches.ID, launch, 1024, 512).value();
      assertFalse(String.join(" ", smaller.commands()).contains("+ExitOnOutOfMemoryError"));
    }
  }

  /** A heap dump is written before the JVM exits, and is no reason not to. */
  @Test
  public void taskWithAHeapDumpOptionStillExitsOnOutOfMemory() {
    HeapRewrite exiting = new HeapRewrite(new HeapRules(64, 64, 50, true));
    for (String dump : new String[] {"+", "-"}) {
      LaunchText launch =
          Launches.of(
              Launches.MAP_TASK.replace("-Xmx", "-XX:" + dump + "HeapDumpOnOutOfMemoryError -Xmx"));
      LaunchText smaller = exiting.decide(Launches.ID, launch, 1024, 512).value();
      assertTrue(String.join(" ", smaller.commands()).contains("+ExitOnOutOfMemoryError"));
    }
  }

  @Test
  public void assignmentBeforeTheCommandIsNotTakenForTheJvm() {
    assertEquals(
        "env JAVA_HOME=/opt/java /opt/java/bin/java -Xmx512m A",
        lost512("env JAVA_HOME=/opt/java /opt/java/bin/java -Xmx1g A"));
  }

  private static String repeated(String text, int times) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < times; i++) {
      all.append(text);
    }
    return all.toString();
  }

  /** Decides on the worst possible command, after a warm-up. */
  private static Decision<LaunchText> quickly(LaunchText launch) {
    HeapRewrite exiting = new HeapRewrite(new HeapRules(64, 64, 50, true));
    exiting.decide(Launches.ID, launch, 1024, 512);
    // Processor time: other work on the machine does not count. A step for each pair of words or
    // commands would take minutes on any.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    Decision<LaunchText> decision = exiting.decide(Launches.ID, launch, 1024, 512);
    long ms = (threads.getCurrentThreadCpuTime() - start) / 1_000_000;
    assertTrue(ms + " ms", ms < 2_500);
    return decision;
  }

  @Test(timeout = 600_000)
  public void commandOfManyMegabytesIsLeftAtOnce() {
    String jvm = "java -Xmx1g $OPTS org.apache.hadoop.mapred.YarnChild;";
    LaunchText launch = Launches.of(repeated(jvm, (5 << 20) / jvm.length()));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, quickly(launch).reason());
    LaunchText script =
        Launches.with(Launches.of("./run.sh"), "RUN_OPTS", repeated("-Xmx1g ", 800_000));
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, quickly(script).reason());
    LaunchText handler =
        Launches.of("bash -c 'echo " + repeated("x", 5 << 20) + "'; java -Xmx1g A");
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, quickly(handler).reason());
  }

  @Test(timeout = 600_000)
  public void variableNamedByManyJvmsIsNotReadForEachOfThem() {
    String options = repeated("-Xmx1g ", 5_000);
    LaunchText launch =
        Launches.with(Launches.of(repeated("java $OPTS A;", 10_000)), "OPTS", options);
    assertEquals(HeapReason.HEAP_LEFT_UNREADABLE, quickly(launch).reason());
  }

  @Test(timeout = 600_000)
  public void commandBelowTheLengthLimitIsRewrittenQuickly() {
    String jvm = "java -Xmx1g org.apache.hadoop.mapred.YarnChild;";
    int jvms = (JvmSearch.MAX_TEXT - 1) / jvm.length();
    Decision<LaunchText> decision = quickly(Launches.of(repeated(jvm, jvms)));
    assertEquals(HeapReason.HEAP_SHRUNK, decision.reason());
    String exit = "java -XX:+IgnoreUnrecognizedVMOptions -XX:+ExitOnOutOfMemoryError -Xmx512m ";
    assertEquals(
        repeated(exit + "org.apache.hadoop.mapred.YarnChild;", jvms),
        decision.value().commands().get(0));
  }

  @Test
  public void decisionCarriesItsNumbers() {
    assertEquals(
        "HEAP_SHRUNK{askedMb=1024, grantedMb=512, framework=MAPREDUCE, heapMb=819,"
            + " smallerHeapMb=307, floorMb=64}",
        Launches.decide(Launches.of(Launches.MAP_TASK), 1024, 512).toString());
  }
}
