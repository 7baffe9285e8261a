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
package org.yarnext.common.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts events since the daemon's start; never goes down.
 *
 * <p>Thread-safe, and cheap when many threads count at once.
 */
public final class EventCounter {
  private final LongAdder sum = new LongAdder();

  EventCounter() {}

  /** Adds one. */
  public void increment() {
    sum.increment();
  }

  /**
   * Adds events.
   *
   * @param events 0 or more
   * @throws IllegalArgumentException if negative; nothing is added then
   */
  public void add(long events) {
    if (events < 0) {
      throw new IllegalArgumentException("a counter cannot go down, by " + events);
    }
    sum.add(events);
  }

  /** Returns the number of events so far. */
  public long value() {
    return sum.sum();
  }
}
