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
package org.yarnext.tools.simulate.world.rm.virtual;

import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * Hands each event to one listener at once, on the thread of the run. What another thread sends
 * comes in real time, of which a run knows nothing: it is refused, and so is all that follows.
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
          "thread " + other + " of the scheduler acts in real time: remove the key that starts it");
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
