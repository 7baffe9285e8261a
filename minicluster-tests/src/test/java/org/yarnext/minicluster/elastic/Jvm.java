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
package org.yarnext.minicluster.elastic;

/** A container's JVM as the operating system shows it. Immutable; equal if all of it is. */
final class Jvm {
  final String pid;
  final long heapKb;
  private final String command;

  Jvm(String pid, long heapKb, String command) {
    this.pid = pid;
    this.heapKb = heapKb;
    this.command = command;
  }

  /** Whether it runs this class. */
  boolean runs(Class<?> main) {
    return command.contains("\0" + main.getName() + "\0");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Jvm
        && ((Jvm) other).pid.equals(pid)
        && ((Jvm) other).command.equals(command);
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
