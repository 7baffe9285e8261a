// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.util.Random;
import org.junit.Test;

/** Random worlds: each request is served once, whatever fails. */
public class InterceptorWorldsTest extends MercuryInterceptorTestBase {
  private static final int WORLDS = Integer.getInteger("mercury.worlds", 200);

  /** Calls fail, answers are lost and NodeManagers die at any moment; what is asked is served. */
  @Test
  public void eachRequestIsServedOnceInRandomWorlds() throws Exception {
    inManyWorlds(false, false);
  }

  @Test
  public void cancelledRequestsAreNotServedInRandomWorlds() throws Exception {
    inManyWorlds(true, false);
  }

  @Test
  public void modeChangesInRandomWorldsLoseNoRequest() throws Exception {
    inManyWorlds(true, true);
  }

  private static void inManyWorlds(boolean cancels, boolean turns) {
    Long only = Long.getLong("mercury.seed");
    for (long world = 0; world < (only == null ? WORLDS : 1); world++) {
      long seed = only == null ? world : only;
      InterceptorWorldsTest test = new InterceptorWorldsTest();
      try {
        test.run(new Random(seed), cancels, turns);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("With -Dmercury.seed=" + seed + ": " + e.getMessage(), e);
      } finally {
        test.forgetNode();
      }
    }
  }
}
