// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.guard;

import java.util.concurrent.Callable;

/**
 * Result of one call of feature code: its value, or the exception that it threw.
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

  static <T> GuardedResult<T> of(Callable<T> action) {
    try {
      return new GuardedResult<>(action.call(), null);
    } catch (Throwable t) {
      return new GuardedResult<>(null, t);
    }
  }
}
