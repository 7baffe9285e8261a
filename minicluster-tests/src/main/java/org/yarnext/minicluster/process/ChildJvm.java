// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A process that runs a class of this JVM's class path, with this JVM's options, and does not
 * outlive it.
 */
public final class ChildJvm {

  private final Process process;
  private final Thread onExit = new Thread(this::stop, "stopping a child");

  private ChildJvm(Process process) {
    this.process = process;
  }

  /** Starts one that writes where this one does. */
  public static ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(Arrays.asList("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    ChildJvm child = new ChildJvm(new ProcessBuilder(command).inheritIO().start());
    Runtime.getRuntime().addShutdownHook(child.onExit);
    return child;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it has ended by itself. */
  public void await() throws InterruptedException {
    process.waitFor();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  /** Returns once it has stopped its containers. */
  private void stop() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
