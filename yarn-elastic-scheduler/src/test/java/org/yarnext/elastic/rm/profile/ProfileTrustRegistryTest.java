// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Test;
import org.yarnext.elastic.policy.trust.ProfileTrust;
import org.yarnext.elastic.policy.trust.TaskClass;
import org.yarnext.elastic.policy.trust.TrustRules;

public class ProfileTrustRegistryTest {
  private static final TaskClass MAPS =
      new TaskClass("application_1_0001", "job", "map", "profile");
  private static final TaskClass NEXT_RUN =
      new TaskClass("application_1_0002", "job", "map", "profile");

  private final ProfileTrustRegistry trust =
      new ProfileTrustRegistry(new ProfileTrust(new TrustRules(1_000, 2, 5)), () -> 1_000);

  @Test
  public void versionChangesWheneverEvidenceThatWasReadMayHaveChanged() {
    long version = trust.version();
    trust.evidence(MAPS, false);
    trust.lasted(NEXT_RUN, false, true, 100, 100);
    assertNotEquals("runs of one job share their evidence", version, trust.version());
    version = trust.version();
    trust.evidence(MAPS, true);
    trust.applicationEnded(ApplicationId.newInstance(1, 1));
    assertNotEquals(version, trust.version());
  }

  /** Otherwise each end of a container in the cluster would expire what is known of all nodes. */
  @Test
  public void versionStaysWhileNobodyReadsEvidence() {
    long version = trust.version();
    trust.lasted(MAPS, false, true, 100, 100);
    trust.lasted(MAPS, true, true, 100, 100);
    trust.applicationEnded(ApplicationId.newInstance(1, 1));
    assertEquals(version, trust.version());
  }
}
