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
  public void whatTheRunSendsIsHeardAtOnce() {
    dispatcher.getEventHandler().handle(event);
    assertEquals(Collections.singletonList(event), heard);
  }

  @Test
  public void whatAnotherThreadSendsIsRefusedAndEndsTheRun() throws Exception {
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
