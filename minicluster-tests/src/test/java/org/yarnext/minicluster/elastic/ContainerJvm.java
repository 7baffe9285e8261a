// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

/** A container's JVM as the operating system shows it. Immutable; equal if all of it is. */
public final class ContainerJvm {
  final String pid;
  public final long heapKb;
  private final String command;

  ContainerJvm(String pid, long heapKb, String command) {
    this.pid = pid;
    this.heapKb = heapKb;
    this.command = command;
  }

  /** Whether it runs this class. */
  public boolean runs(Class<?> main) {
    return command.contains("\0" + main.getName() + "\0");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ContainerJvm
        && ((ContainerJvm) other).pid.equals(pid)
        && ((ContainerJvm) other).command.equals(command);
  }

  @Override
  public int hashCode() {
    return pid.hashCode();
  }

  @Override
  public String toString() {
    return pid + " with " + heapKb + " KB";
  }
}
