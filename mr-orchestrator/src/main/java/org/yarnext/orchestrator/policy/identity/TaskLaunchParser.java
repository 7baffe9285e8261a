// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.identity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.common.launch.JavaCommandLine;
import org.yarnext.common.launch.JvmHeapParser;
import org.yarnext.common.launch.ShellToken;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Identifies the job, phase and task of a container from its launch, without help from the
 * application: MapReduce's command contains the attempt's id, and Tez gives each vertex its own
 * priority. The current task of a Tez container is found later.
 *
 * <p>Only the class that the command runs counts, not other words in it. Application Masters and
 * unknown commands are not tasks, and neither are commands that name a job of another application.
 * All this is the application's own claim; the ResourceManager checks whether the application's
 * type fits. Stateless.
 */
public final class TaskLaunchParser {
  private static final String MAP_REDUCE = "org.apache.hadoop.mapred.YarnChild";
  private static final String TEZ = "org.apache.tez.runtime.task.TezChild";
  private static final Set<String> MASTERS =
      Collections.unmodifiableSet(
          new HashSet<>(
              Arrays.asList(
                  "org.apache.hadoop.mapreduce.v2.app.MRAppMaster",
                  "org.apache.tez.dag.app.DAGAppMaster")));

  /** MapReduce's attempt id, an argument after the host and the port of the Application Master. */
  private static final Pattern MAP_REDUCE_ATTEMPT =
      Pattern.compile("attempt_(\\d{1,19})_(\\d{1,10})_([mr])_\\d{1,10}_\\d{1,10}");

  private static final int PLACE_OF_ATTEMPT = 2;

  /** Environment variable with JVM options that override those in the command. */
  private static final String LATER_OPTIONS = "_JAVA_OPTIONS";

  /** Linux starts no process with a longer variable. */
  private static final int MAX_OPTIONS = 128 * 1024;

  private static final Pattern ATTEMPT = Pattern.compile("attempt_\\d+_\\d+_[mr]_(\\d{1,9})_\\d+");

  private TaskLaunchParser() {}

  /**
   * Reads a container's launch.
   *
   * @param application id of the application, such as {@code application_1_0001}
   * @param commands as the application gave them
   * @param environment as the application gave it
   * @param priority priority of the container
   * @return null if it runs no known kind of task
   */
  public static TaskIdentity read(
      String application, List<String> commands, Map<String, String> environment, int priority) {
    JavaCommandLine command = JavaCommandLine.only(commands, environment);
    if (command == null) {
      return null;
    }
    if (command.mainClass().equals(TEZ)) {
      return TaskIdentity.ofSeveral(
          new JobPhase(application, "PRIORITY_" + priority), heapBytes(command, environment));
    }
    if (!command.mainClass().equals(MAP_REDUCE) || command.arguments().size() <= PLACE_OF_ATTEMPT) {
      return null;
    }
    Matcher attempt = MAP_REDUCE_ATTEMPT.matcher(command.arguments().get(PLACE_OF_ATTEMPT));
    if (!attempt.matches()) {
      return null;
    }
    String job = attempt.group(1) + "_" + attempt.group(2);
    return application.equals("application_" + job)
        ? TaskIdentity.ofOne(
            new JobPhase("job_" + job, attempt.group(3).equals("m") ? "MAP" : "REDUCE"),
            attempt.group(),
            heapBytes(command, environment))
        : null;
  }

  /** Returns whether a container runs the Application Master of such tasks. */
  public static boolean isMaster(List<String> commands, Map<String, String> environment) {
    JavaCommandLine command = JavaCommandLine.only(commands, environment);
    return command != null && MASTERS.contains(command.mainClass());
  }

  /**
   * Returns the number of an attempt's task within its phase, from 0; -1 if it is not MapReduce's.
   */
  public static int number(String attempt) {
    Matcher matcher = ATTEMPT.matcher(attempt);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  /**
   * Returns whether an attempt belongs to a MapReduce job, such as {@code job_1_0001}, or to a Tez
   * application.
   */
  public static boolean isAttemptOf(String job, String attempt) {
    String of = job.replace("job_", "attempt_").replace("application_", "attempt_");
    return attempt != null && attempt.startsWith(of + "_");
  }

  /**
   * Returns the maximum heap in bytes; the last option counts, as for the JVM. NaN if there is
   * none, or its size cannot be read.
   */
  private static double heapBytes(JavaCommandLine command, Map<String, String> environment) {
    List<String> options = new ArrayList<>();
    command.options().stream().map(ShellToken::text).forEach(options::add);
    String later = environment.get(LATER_OPTIONS);
    if (later != null && later.length() > MAX_OPTIONS) {
      return Double.NaN;
    }
    if (later != null) {
      options.addAll(Arrays.asList(later.trim().split("\\s+")));
    }
    long bytes = JvmHeapParser.maxHeapBytes(options);
    return bytes < 0 ? Double.NaN : bytes;
  }
}
