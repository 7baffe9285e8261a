// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm.virtual;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.event.Event;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.SimulationException;

public class InlineDispatcherTest {
  private final List<Event<?>> heard = new ArrayList<>();
  private final InlineDispatcher dispatcher = new InlineDispatcher(heard::add);
  private final Event<?> event = mock(Event.class);

  @Test
  public void eventOfTheRunIsHandledAtOnce() {
    dispatcher.getEventHandler().handle(event);
    assertEquals(Collections.singletonList(event), heard);
  }

  @Test
  public void eventOfAnotherThreadIsRefusedAndEndsTheRun() throws Exception {
    List<Throwable> thrown = new ArrayList<>();
    Thread other = new Thread(() -> dispatcher.getEventHandler().handle(event), "killer");
    other.setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
    other.start();
    other.join();
    assertTrue(thrown.toString(), thrown.get(0) instanceof SimulationException);
    SimulationException e =
        assertThrows(SimulationException.class, () -> dispatcher.getEventHandler().handle(event));
    assertTrue(e.getMessage(), e.getMessage().contains("thread killer"));
    assertEquals(0, heard.size());
  }
}
