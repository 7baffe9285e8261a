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
package org.yarnext.tools.history;

/**
 * How much of its heap a JVM tells the code in it that there is (Runtime.maxMemory), of which both
 * frameworks make their buffers: serial and parallel collectors leave out a survivor space.
 */
final class ToldHeap {
  /** A survivor space is a tenth of the young generation, which is a third of the heap. */
  private static final float SERIAL = 29 / 30f;

  /** It may become a third of the young generation. */
  private static final float PARALLEL = 8 / 9f;

  private ToldHeap() {}

  /**
   * @param options of the JVM
   * @return above 0, at most 1; 1 where the collector is not named, or its spaces have other sizes
   */
  static float share(String options) {
    boolean isUsual =
        !options.contains("-Xmn")
            && !options.contains("NewSize=")
            && !options.contains("NewRatio=")
            && !options.contains("SurvivorRatio=");
    if (isUsual && options.contains("-XX:+UseSerialGC")) {
      return SERIAL;
    }
    return isUsual && options.contains("-XX:+UseParallel") ? PARALLEL : 1;
  }
}
