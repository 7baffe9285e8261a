// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.event;

import java.util.function.UnaryOperator;

/**
 * Replaces the handler of one event type in a dispatcher that has not started. Uses the protected
 * {@code AsyncDispatcher.eventDispatchers}, since {@code register} can add a handler but not put
 * one in front of another. Checked on Hadoop 3.3.6, 3.4.1, 3.4.2, 3.4.3 and 3.5.0.
 */
public final class DispatcherHandlers {
  private DispatcherHandlers() {}

  /**
   * Replaces the handler of {@code type} by {@code wrap(current handler)}.
   *
   * @throws IllegalStateException if the type has no handler yet
   */
  @SuppressWarnings("rawtypes")
  public static void replace(
      AsyncDispatcher dispatcher, Class<? extends Enum> type, UnaryOperator<EventHandler> wrap) {
    EventHandler current = dispatcher.eventDispatchers.get(type);
    if (current == null) {
      throw new IllegalStateException("No handler is registered for " + type.getName());
    }
    dispatcher.eventDispatchers.put(type, wrap.apply(current));
  }
}
