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
package org.yarnext.minicluster.bench;

/** One size in which tasks are measured. Immutable. */
final class TaskSize {

  /** What of a container is not heap, in MB. */
  static final int NON_HEAP_MB = 160;

  /** The heap over the ideal one. */
  final double share;

  final int heapMb;

  TaskSize(double share, int heapMb) {
    this.share = share;
    this.heapMb = heapMb;
  }

  /** Of the container, in MB. */
  int memoryMb() {
    return heapMb + NON_HEAP_MB;
  }
}
