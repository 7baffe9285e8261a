// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.Serializable;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;

/** A shell command to run in one container. Immutable. */
public final class ShellTask implements Serializable {

  private static final long serialVersionUID = 1;

  private final String command;
  private final ExecutionType type;
  private final int priority;
  private final int memoryMb;
  private final int vcores;
  private final String host;
  private final boolean isStrict;
  private final Map<String, String> environment;

  private ShellTask(
      String command,
      ExecutionType type,
      int priority,
      int memoryMb,
      int vcores,
      String host,
      boolean isStrict,
      Map<String, String> environment) {
    this.command = command;
    this.type = type;
    this.priority = priority;
    this.memoryMb = memoryMb;
    this.vcores = vcores;
    this.host = host;
    this.isStrict = isStrict;
    this.environment = environment;
  }

  /** Creates a task for an opportunistic container of 512 MB and one vcore, on any node. */
  public static ShellTask opportunistic(String command) {
    return new ShellTask(
        command, ExecutionType.OPPORTUNISTIC, 1, 512, 1, null, false, Collections.emptyMap());
  }

  /** Creates a task for a guaranteed container of 512 MB and one vcore, on any node. */
  public static ShellTask guaranteed(String command) {
    return new ShellTask(
        command, ExecutionType.GUARANTEED, 1, 512, 1, null, false, Collections.emptyMap());
  }

  /** Returns a command that sleeps. */
  public static String sleep(double seconds) {
    return String.format(Locale.ROOT, "sleep %.3f", seconds);
  }

  public ShellTask priority(int value) {
    return new ShellTask(command, type, value, memoryMb, vcores, host, isStrict, environment);
  }

  public ShellTask size(int memory, int cores) {
    return new ShellTask(command, type, priority, memory, cores, host, isStrict, environment);
  }

  /**
   * Returns a copy that requests one node only, named as {@code MiniCluster.host} does. YARN may
   * still place an opportunistic container elsewhere if the queue of that node is full.
   */
  public ShellTask on(String node) {
    return new ShellTask(command, type, priority, memoryMb, vcores, node, true, environment);
  }

  /** Returns a copy that prefers one node, and may get a container on any other. */
  public ShellTask near(String node) {
    return new ShellTask(command, type, priority, memoryMb, vcores, node, false, environment);
  }

  public ShellTask environment(String name, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(name, value);
    return new ShellTask(
        command,
        type,
        priority,
        memoryMb,
        vcores,
        host,
        isStrict,
        Collections.unmodifiableMap(more));
  }

  public String command() {
    return command;
  }

  public ExecutionType type() {
    return type;
  }

  public int priority() {
    return priority;
  }

  public Resource resource() {
    return Resource.newInstance(memoryMb, vcores);
  }

  /** Returns the requested host, or null for any. */
  public String host() {
    return host;
  }

  /** Returns whether only the requested host will do. */
  boolean isStrict() {
    return isStrict;
  }

  public Map<String, String> environment() {
    return environment;
  }

  /**
   * Returns a key of type, priority, size and host. Tasks with equal keys can use each other's
   * containers.
   */
  String shape() {
    return type
        + "/"
        + priority
        + "/"
        + memoryMb
        + "/"
        + vcores
        + "/"
        + Objects.toString(host, "*")
        + (isStrict ? "!" : "");
  }
}
