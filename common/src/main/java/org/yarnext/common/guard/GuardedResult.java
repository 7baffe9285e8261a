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
package org.yarnext.common.guard;

import java.util.concurrent.Callable;

/**
 * Holds the result or the exception of feature code.
 *
 * <p>The throwable is stored directly and not in an {@code ExecutionException}, whose constructor
 * reads its message, which may throw as well. Immutable and thread-safe.
 */
final class GuardedResult<T> {
  /** The returned value; may be null. */
  final T value;

  /** The exception; null if none was thrown. */
  final Throwable thrown;

  private GuardedResult(T value, Throwable thrown) {
    this.value = value;
    this.thrown = thrown;
  }

  static <T> GuardedResult<T> of(Callable<T> ours) {
    try {
      return new GuardedResult<>(ours.call(), null);
    } catch (Throwable t) {
      return new GuardedResult<>(null, t);
    }
  }
}
