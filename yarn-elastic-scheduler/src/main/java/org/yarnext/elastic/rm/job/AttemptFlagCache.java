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
package org.yarnext.elastic.rm.job;

import java.util.function.BooleanSupplier;

/**
 * Caches a flag of an attempt, which is needed at each of its turns: it is valid for a second,
 * unless the attempt's requests change. Thread-safe.
 */
public final class AttemptFlagCache {
  private static final long KEPT_NANOS = 1_000_000_000;

  private final BooleanSupplier question;
  private volatile boolean changed = true;
  private volatile boolean answer;
  private volatile long askedNanos;

  public AttemptFlagCache(BooleanSupplier question) {
    this.question = question;
  }

  /** Records that the attempt's requests have changed. */
  public void changed() {
    changed = true;
  }

  public boolean at(long nowNanos) {
    if (changed || nowNanos - askedNanos >= KEPT_NANOS) {
      changed = false; // cleared first, so that no change is missed
      answer = question.getAsBoolean();
      askedNanos = nowNanos;
    }
    return answer;
  }
}
