// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import java.io.IOException;
import java.util.Collections;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;

/** Makes what only this package can make, for tests of others. */
public final class StoredGangs {
  /** Listener that does nothing. */
  public static final GangListener NOBODY =
      new GangListener() {
        @Override
        public void decided(GangJob job, Decision<Boolean> decision) {}

        @Override
        public void waits(GangJob job, Decision<Boolean> decision) {}

        @Override
        public void recalled(long timeMs, String id, Decision<Boolean> decision) {}
      };

  private StoredGangs() {}

  /**
   * Returns an unwritten registry in which a job runs that takes 8 of root.a, and was overtaken and
   * killed, too.
   */
  public static AdmittedGangRegistry registry(String id) {
    return AdmittedGangRegistry.of(
        AdmittedGangRegistry.UNWRITTEN,
        Collections.singletonMap(id, AdmittedGang.of("root.a", 8, "router", 0, true, false)),
        Collections.singletonMap(id, 3),
        Collections.singleton(id));
  }

  public static GangOutcome killed(GangJob job) {
    return GangOutcome.killed(job);
  }

  /** Returns the stored form of a job. */
  public static byte[] bytes(GangJob job) throws IOException {
    return job.toBytes();
  }
}
