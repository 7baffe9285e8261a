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
package org.apache.hadoop.yarn.event;

import java.util.function.UnaryOperator;

/**
 * Replaces the handler of one event type in a dispatcher that has not started: reaches the
 * protected {@code AsyncDispatcher.eventDispatchers}, since {@code register} can add a handler but
 * not put one in front of another. Checked on Hadoop 3.3.6, 3.4.1, 3.4.2, 3.4.3 and 3.5.0.
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
