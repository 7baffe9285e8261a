// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.identity;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

public class TaskLaunchParserTest {
  private static final String APPLICATION = "application_1700000000000_0001";

  private static String child(String options, String attempt) {
    return "$JAVA_HOME/bin/java -Djava.net.preferIPv4Stack=true "
        + options
        + " -Dhadoop.root.logger=INFO,CLA org.apache.hadoop.mapred.YarnChild 10.0.0.1 40001 "
        + attempt
        + " 2 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr ";
  }

  private static TaskIdentity read(String command) {
    return TaskLaunchParser.read(
        APPLICATION, Collections.singletonList(command), Collections.emptyMap(), 20);
  }

  private static boolean isMaster(String... commands) {
    return TaskLaunchParser.isMaster(Arrays.asList(commands), Collections.emptyMap());
  }

  @Test
  public void mapReduceTaskIsReadWithItsAttempt() {
    TaskIdentity map = read(child("-Xmx819m", "attempt_1700000000000_0001_m_000003_1"));
    assertEquals("job_1700000000000_0001/MAP", map.phase().toString());
    assertEquals("attempt_1700000000000_0001_m_000003_1", map.attempt());
    assertEquals(819.0 * (1 << 20), map.heapBytes(), 0);
    assertEquals(
        "REDUCE", read(child("", "attempt_1700000000000_0001_r_000003_1")).phase().phase());
  }

  @Test
  public void tezTaskIsReadWithItsPriority() {
    TaskIdentity tez =
        TaskLaunchParser.read(
            APPLICATION,
            Arrays.asList(
                "$JAVA_HOME/bin/java -Xmx1g -server",
                "org.apache.tez.runtime.task.TezChild 10.0.0.1 40001 container_1 " + APPLICATION),
            Collections.emptyMap(),
            5);
    assertEquals(APPLICATION + "/PRIORITY_5", tez.phase().toString());
    assertNull(tez.attempt());
    assertEquals(1 << 30, tez.heapBytes(), 0);
  }

  @Test
  public void lastHeapOptionIsUsed() {
    assertEquals(
        512.0 * 1024 * 1024,
        read(child("-Xmx1g -Xmx524288k", "attempt_1700000000000_0001_m_0_0")).heapBytes(),
        0);
    assertEquals(
        300,
        read(child("-Xmx1g -XX:MaxHeapSize=300", "attempt_1700000000000_0001_m_0_0")).heapBytes(),
        0);
    assertEquals(
        4L << 30, read(child("-Xmx1g -mx4g", "attempt_1700000000000_0001_m_0_0")).heapBytes(), 0);
    for (String unknown :
        new String[] {"", "-Xmx$HEAP", "-Xmx1g -Xmx$HEAP", "-Dx=-Xmx5m", "-Xmx5x"}) {
      assertTrue(
          Double.isNaN(read(child(unknown, "attempt_1700000000000_0001_m_0_0")).heapBytes()));
    }
  }

  @Test
  public void otherCommandsAreNotTasks() {
    assertNull(read("java -Xmx1g org.apache.hadoop.mapreduce.v2.app.MRAppMaster"));
    assertNull(read("java org.apache.tez.dag.app.DAGAppMaster --session"));
    assertNull(read("sleep 100"));
    assertNull(read(""));
    assertNull(
        TaskLaunchParser.read(APPLICATION, Collections.emptyList(), Collections.emptyMap(), 1));
    assertNull("no attempt", read(child("", "attempt_1700000000000_0001_m_0")));
    assertNull(
        "as an argument", read("run -Dmain=org.apache.hadoop.mapred.YarnChild a 1 attempt_1"));
  }

  private static final String TEZ_CHILD = "org.apache.tez.runtime.task.TezChild";

  /** The class that java runs counts, and not a word somewhere else. */
  @Test
  public void taskClassElsewhereInTheCommandIsIgnored() {
    String attempt = " 10.0.0.1 40001 attempt_1700000000000_0001_m_000003_1 2";
    for (String command :
        new String[] {
          "spin # " + TEZ_CHILD,
          "spin " + TEZ_CHILD,
          "spin ; true " + TEZ_CHILD,
          "spin & $JAVA_HOME/bin/java " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -version ; spin " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -version\nspin # " + TEZ_CHILD,
          "$JAVA_HOME/bin/java $(spin) " + TEZ_CHILD,
          "$JAVA_HOME/bin/java `spin` " + TEZ_CHILD,
          "$JAVA_HOME/bin/java \"$(spin)\" " + TEZ_CHILD,
          "$JAVA_HOME/bin/java " + TEZ_CHILD + " ; spin",
          "$JAVA_HOME/bin/java " + TEZ_CHILD + " & spin",
          "$JAVA_HOME/bin/java " + TEZ_CHILD + " || spin",
          "$JAVA_HOME/bin/java Spin " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -cp a -jar spin.jar " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -cp " + TEZ_CHILD + " Spin",
          "$JAVA_HOME/bin/java @" + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da='b " + TEZ_CHILD + " c' Spin",
          "$JAVA_HOME/bin/java 'unended " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da=\"& spin #\" " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da='\"& spin #' " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da='$(spin)' " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da=\\`spin\\` " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da=${B:-; spin #} " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -Da=$'\\'' ; spin ; ' " + TEZ_CHILD + "'",
          "$JAVA_HOME/bin/java -cp * " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -cp $UNSET " + TEZ_CHILD,
          "$JAVA_HOME/bin/java $UNSET " + TEZ_CHILD,
          "$JAVA_HOME/bin/java -{cp,a} " + TEZ_CHILD,
          "spin # org.apache.hadoop.mapred.YarnChild" + attempt,
          "spin org.apache.hadoop.mapred.YarnChild" + attempt,
          "$JAVA_HOME/bin/java Spin org.apache.hadoop.mapred.YarnChild" + attempt,
          "echo java org.apache.hadoop.mapred.YarnChild" + attempt,
        }) {
      assertNull(command, read(command));
    }
    assertFalse(isMaster("spin # java org.apache.tez.dag.app.DAGAppMaster"));
    assertFalse(isMaster("spin org.apache.hadoop.mapreduce.v2.app.MRAppMaster"));
  }

  /** The value of a variable is text to the shell that runs the command. */
  @Test
  public void variablesWithShellSyntaxAreRefused() {
    String command = "$HOME_OF_JAVA/bin/java " + TEZ_CHILD + " $ARGUMENT";
    for (String[] homeAndArgument :
        new String[][] {
          {"/opt/java", "1", ""},
          {"/opt/java", "; spin", null},
          {"spin #", "1", null},
          {"/opt/java", "$(spin)", null},
          {"/opt/java", "$OTHER", null},
        }) {
      Map<String, String> environment = new HashMap<>();
      environment.put("HOME_OF_JAVA", homeAndArgument[0]);
      environment.put("ARGUMENT", homeAndArgument[1]);
      assertEquals(
          environment.toString(),
          homeAndArgument[2] != null,
          TaskLaunchParser.read(APPLICATION, Collections.singletonList(command), environment, 20)
              != null);
    }
  }

  @Test
  public void heapInTheEnvironmentOverridesTheCommand() {
    String command = child("-Xmx1g", "attempt_1700000000000_0001_m_0_0");
    assertEquals(
        2L << 30,
        TaskLaunchParser.read(
                APPLICATION,
                Collections.singletonList(command),
                Collections.singletonMap("_JAVA_OPTIONS", " -Xmx2g"),
                20)
            .heapBytes(),
        0);
  }

  /** Users and administrators set such options. */
  @Test
  public void jvmOptionsDoNotHideTheTaskClass() {
    for (String options :
        new String[] {
          "",
          "-Xmx1g -XX:OnOutOfMemoryError='kill -9 %p'",
          "-Dnote=\\\"two words; and more\\\" -ea",
          "\"-Dname=1\" -Dhome=\"$HOME\"/x",
          "-cp '<LOG_DIR><CPS>{{PWD}}/*' -Dlog=<LOG_DIR>/x",
          "-classpath a:b --add-opens java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED -javaagent:x.jar=a=b",
          "-Dname=\\#1",
        }) {
      assertNotNull(options, read(child(options, "attempt_1700000000000_0001_m_000003_1")));
    }
    assertNotNull(read("exec java " + TEZ_CHILD + " a 1 >out 2>&1"));
    assertNotNull(read("LANG=C {{JAVA_HOME}}/bin/java " + TEZ_CHILD));
  }

  @Test
  public void attemptOfAnotherApplicationIsIgnored() {
    assertNull(read(child("", "attempt_1700000000000_0002_m_000003_1")));
    assertNull(read(child("", "attempt_1700000000001_0001_m_000003_1")));
  }

  @Test
  public void taskNumberIsReadFromTheAttempt() {
    assertEquals(4_711, TaskLaunchParser.number("attempt_1_0001_m_004711_0"));
    assertEquals(0, TaskLaunchParser.number("attempt_1_0001_r_000000_3"));
    assertEquals(-1, TaskLaunchParser.number("attempt_1_0001_m_00471100000000_0"));
    assertEquals(-1, TaskLaunchParser.number("PRIORITY_3"));
  }

  @Test
  public void attemptBelongsToOneJob() {
    assertTrue(TaskLaunchParser.isAttemptOf("job_1_0001", "attempt_1_0001_m_000000_0"));
    assertFalse(TaskLaunchParser.isAttemptOf("job_1_0001", "attempt_1_00010_m_000000_0"));
    assertFalse(TaskLaunchParser.isAttemptOf("job_1_0001", "attempt_1_0002_m_000000_0"));
    assertFalse(TaskLaunchParser.isAttemptOf("job_1_0001", "attempt_11_0001_m_000000_0"));
    assertFalse(TaskLaunchParser.isAttemptOf("job_1_0001", null));
    assertTrue(TaskLaunchParser.isAttemptOf("application_1_0001", "attempt_1_0001_1_00_000000_0"));
    assertFalse(TaskLaunchParser.isAttemptOf("application_1_0001", "attempt_1_0002_1_00_000000_0"));
    assertFalse(
        TaskLaunchParser.isAttemptOf("application_1_0001", "attempt_1_00012_1_00_000000_0"));
  }

  @Test
  public void applicationMastersAreRecognized() {
    assertTrue(
        isMaster(
            "$JAVA_HOME/bin/java -Xmx1024m org.apache.hadoop.mapreduce.v2.app.MRAppMaster"
                + " 1><LOG_DIR>/stdout"));
    assertTrue(
        "as Hadoop 3.4 launches it",
        isMaster(
            "{{JAVA_HOME}}/bin/java -Djava.io.tmpdir={{PWD}}/tmp -Xmx1024m <ADD_OPENS>"
                + " org.apache.hadoop.mapreduce.v2.app.MRAppMaster"
                + " 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr "));
    assertTrue(isMaster("java", "org.apache.tez.dag.app.DAGAppMaster", "--session"));
    assertFalse(isMaster("java a.b.Master"));
    assertFalse(isMaster("run -Dmain=org.apache.hadoop.mapreduce.v2.app.MRAppMaster"));
    assertFalse(isMaster());
  }

  /** A NodeManager's dispatcher waits for the result, and users write the environment. */
  @Test
  public void variableWithManyUsesIsReadOnce() {
    List<Object> reads = new ArrayList<>();
    Map<String, String> environment =
        new HashMap<String, String>() {
          @Override
          public String get(Object name) {
            reads.add(name);
            return super.get(name);
          }
        };
    environment.put("A", "a");
    String uses = String.join("", Collections.nCopies(1_000, "$A"));
    String command = child("-Xmx1g -Da=" + uses, "attempt_1700000000000_0001_m_000003_1");
    assertEquals(1 << 30, read(command, environment).heapBytes(), 0);
    assertEquals(1, Collections.frequency(reads, "A"));
    String tooLong = String.join("", Collections.nCopies(1 << 17, "a")) + "a";
    environment.put("_JAVA_OPTIONS", tooLong);
    assertTrue("unknown", Double.isNaN(read(command, environment).heapBytes()));
    environment.put("A", tooLong);
    assertNull("Linux does not run it", read(command, environment));
  }

  private static TaskIdentity read(String command, Map<String, String> environment) {
    return TaskLaunchParser.read(APPLICATION, Collections.singletonList(command), environment, 20);
  }
}
