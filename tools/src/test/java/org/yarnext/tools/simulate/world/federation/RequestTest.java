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
package org.yarnext.tools.simulate.world.federation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.federation.policy.split.Ask;
import org.yarnext.federation.policy.split.AskKey;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.workload.SimNode;

public class RequestTest {
  private static final AskKey KEY = AskKey.of(20, 0, "any");

  private final Model model =
      new Model(
          Settings.DEFAULT
              .with("yarnext.simulate.node-delay-ms", "2000")
              .with("yarnext.simulate.rack-delay-ms", "3000"),
          SystemKind.STOCK);
  private final Request request = new Request(null, KEY, 1_000, 1);
  private final Node host = node("h1", "/r1");
  private final Node inRack = node("h2", "/r1");
  private final Node far = node("h3", "/r2");

  private static Node node(String host, String rack) {
    return new Node(new SimNode(host, rack, 1_000, 1, 0), null);
  }

  private void asked(String name, int count, long nowMs) {
    request.note(Ask.of(KEY, name, count, true), nowMs);
  }

  private boolean accepts(Node node, long nowMs) {
    return request.accepts(node, true, nowMs, model);
  }

  @Test
  public void itWaitsForItsHostThenForItsRack() {
    asked("h1", 1, 100);
    asked("/r1", 1, 100);
    asked(Ask.ANY, 1, 100);
    assertTrue(accepts(host, 100));
    assertFalse(accepts(inRack, 2_099));
    assertTrue(accepts(inRack, 2_100));
    assertFalse(accepts(far, 5_099));
    assertTrue(accepts(far, 5_100));
    assertFalse("no more of those", request.accepts(far, false, 9_000, model));
    assertTrue(request.accepts(host, false, 9_000, model));
  }

  @Test
  public void aGrantThatIsNearBeginsTheWaitAnew() {
    asked("h1", 2, 0);
    asked("/r1", 2, 0);
    asked(Ask.ANY, 3, 0);
    assertFalse(request.granted(host, 1_500));
    assertFalse(accepts(inRack, 3_000));
    assertTrue(accepts(inRack, 3_500));
    assertFalse(request.granted(inRack, 3_500));
    assertEquals(1, request.any);
    assertTrue("the host is still named", accepts(host, 3_500));
    assertTrue(request.granted(far, 9_000));
    assertFalse("nothing is left", accepts(host, 9_000));
  }

  @Test
  public void withoutNamesAnyNodeWithRoomIsTakenAsFar() {
    assertEquals(2, request.note(Ask.of(KEY, Ask.ANY, 2, true), 0));
    assertTrue(accepts(far, 0));
    assertFalse(request.accepts(far, false, 0, model));
    far.take(1, 1);
    assertFalse(accepts(far, 0));
    assertEquals(-2, request.note(Ask.of(KEY, Ask.ANY, 0, true), 0));
    assertFalse(accepts(host, 0));
  }
}
