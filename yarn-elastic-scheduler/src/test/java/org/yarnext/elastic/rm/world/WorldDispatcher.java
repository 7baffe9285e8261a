// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;

/** Hands each event to one listener at once. */
final class WorldDispatcher implements Dispatcher {
  private final EventHandler<Event> listener;

  WorldDispatcher(EventHandler<Event> listener) {
    this.listener = listener;
  }

  @Override
  public EventHandler<Event> getEventHandler() {
    return listener;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void register(Class<? extends Enum> eventType, EventHandler handler) {
    // The one listener hears all.
  }
}
