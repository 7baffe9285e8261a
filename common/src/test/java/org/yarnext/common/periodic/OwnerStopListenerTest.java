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
package org.yarnext.common.periodic;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.AbstractService;
import org.junit.Test;

public class OwnerStopListenerTest {
  private final List<String> released = new ArrayList<>();
  private final AbstractService owner = new AbstractService("owner") {};

  @Test
  public void allIsReleasedOnceWhateverOneThrows() {
    OwnerStopListener.of(
        owner,
        () -> {
          released.add("first");
          throw new NoSuchMethodError("on purpose");
        });
    OwnerStopListener.of(owner, () -> released.add("second"));
    owner.init(new Configuration(false));
    owner.start();
    assertEquals(Collections.emptyList(), released);
    owner.stop();
    owner.stop();
    assertEquals(Arrays.asList("first", "second"), released);
  }

  @Test
  public void anOwnerThatNeverStartedReleasesToo() {
    owner.init(new Configuration(false));
    OwnerStopListener.of(owner, () -> released.add("first"));
    owner.stop();
    assertEquals(Collections.singletonList("first"), released);
  }

  @Test
  public void withoutAServiceNothingHappens() {
    OwnerStopListener.of(null, () -> released.add("never"));
    OwnerStopListener.of("no service", () -> released.add("never"));
    assertEquals(Collections.emptyList(), released);
  }
}
