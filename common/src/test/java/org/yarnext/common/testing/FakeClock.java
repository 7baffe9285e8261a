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
package org.yarnext.common.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A clock that moves only when told, for tests; both its readings move together.
 *
 * <p>Thread-safe. Starts at 1,000 s, so that code which takes 0 for "never" is found out.
 */
public final class FakeClock {
  private final AtomicLong nanos = new AtomicLong(Duration.ofSeconds(1000).toNanos());

  /** Monotonic nanoseconds. */
  public LongSupplier nanos() {
    return nanos::get;
  }

  /** Milliseconds since the epoch. */
  public LongSupplier millis() {
    return () -> nanos.get() / 1_000_000;
  }

  /** Moves on, or back if negative. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}
