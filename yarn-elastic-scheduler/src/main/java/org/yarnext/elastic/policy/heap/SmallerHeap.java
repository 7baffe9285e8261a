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
package org.yarnext.elastic.policy.heap;

/** Launch command and environment with which a container's JVM has a smaller heap. Immutable. */
public final class SmallerHeap {
  private final LaunchText launch;
  private final long heapBytes;

  SmallerHeap(LaunchText launch, long heapBytes) {
    this.launch = launch;
    this.heapBytes = heapBytes;
  }

  /** Returns the whole command and environment; never null. */
  public LaunchText launch() {
    return launch;
  }

  /** Returns the largest heap of its JVM, in bytes. */
  public long heapBytes() {
    return heapBytes;
  }
}
