/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster;

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
