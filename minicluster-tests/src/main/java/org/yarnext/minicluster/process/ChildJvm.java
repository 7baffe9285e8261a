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
 * A child process that runs a main class with this JVM's class path and options. It does not
 * outlive this JVM.
 */
public final class ChildJvm {

  private final Process process;
  private final Thread onExit = new Thread(this::stop, "stopping a child");

  private ChildJvm(Process process) {
    this.process = process;
  }

  /** Starts a child JVM, which shares standard input and output with this one. */
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

  /** Waits until the child has ended by itself. */
  public void await() throws InterruptedException {
    process.waitFor();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  /** Stops the child. Returns once it has ended, and so has stopped its containers. */
  private void stop() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
