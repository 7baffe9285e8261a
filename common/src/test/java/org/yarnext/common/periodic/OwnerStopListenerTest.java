// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  public void everythingIsReleasedOnceDespiteExceptions() {
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
  public void ownerThatNeverStartedReleases() {
    owner.init(new Configuration(false));
    OwnerStopListener.of(owner, () -> released.add("first"));
    owner.stop();
    assertEquals(Collections.singletonList("first"), released);
  }

  @Test
  public void nothingHappensWithoutAService() {
    OwnerStopListener.of(null, () -> released.add("never"));
    OwnerStopListener.of("no service", () -> released.add("never"));
    assertEquals(Collections.emptyList(), released);
  }
}
