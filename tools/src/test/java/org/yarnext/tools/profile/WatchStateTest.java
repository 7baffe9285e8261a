// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.Test;

public class WatchStateTest {
  private static final FileStatus FILE =
      new FileStatus(10, false, 1, 1, 1, new Path("/done/01/job.jhist"));

  private final WatchState state = new WatchState();

  private void retain(String unlisted) {
    state.retain(Collections.emptyList(), Collections.singletonList(unlisted));
  }

  @Test
  public void filesBelowADirectoryThatCannotBeListedAreKept() {
    state.read(FILE, false);
    retain("/done/01");
    assertFalse(state.isUnread(FILE));
    retain("/done/0"); // another directory
    assertTrue(state.isUnread(FILE));
  }
}
