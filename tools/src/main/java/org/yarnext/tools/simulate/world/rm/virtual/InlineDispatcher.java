// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * Passes each event at once to one listener, on the thread of the run. An event from another thread
 * comes in real time, which does not exist in the run: it is refused, and so are all later events.
 */
final class InlineDispatcher implements Dispatcher {
  private final EventHandler<Event> listener;
  private final Thread run = Thread.currentThread();
  private volatile String other;

  InlineDispatcher(EventHandler<Event> listener) {
    this.listener = listener;
  }

  private void hand(Event event) {
    if (Thread.currentThread() != run) {
      other = Thread.currentThread().getName();
    }
    if (other != null) {
      throw new SimulationException(
          "thread " + other + " of the scheduler runs in real time: remove the key that starts it");
    }
    listener.handle(event);
  }

  @Override
  public EventHandler<Event> getEventHandler() {
    return this::hand;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void register(Class<? extends Enum> eventType, EventHandler handler) {
    // The one listener receives all events.
  }
}
