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
package org.yarnext.federation.amrmproxy;

import java.util.concurrent.TimeUnit;

/**
 * How the readings of one thing in the state store went, and how old the last one is. Thread-safe.
 */
final class Readings {
  private boolean isFailing;
  private long readAtNanos = System.nanoTime();

  /** The age counts from now on. */
  synchronized void begin() {
    readAtNanos = System.nanoTime();
  }

  synchronized void succeeded() {
    isFailing = false;
    readAtNanos = System.nanoTime();
  }

  /** Returns whether this is the first failure after a success. */
  synchronized boolean failed() {
    boolean isNews = !isFailing;
    isFailing = true;
    return isNews;
  }

  /** Since when nothing was read, in ms. */
  synchronized long ageMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - readAtNanos);
  }
}
