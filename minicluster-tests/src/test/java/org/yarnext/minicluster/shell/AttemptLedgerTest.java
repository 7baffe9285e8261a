// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.nio.file.Paths;
import java.util.Collections;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.junit.Test;

public class AttemptLedgerTest {
  private final AttemptLedger ledger = new AttemptLedger(Paths.get("."));

  /** YARN refuses both kinds of requests for one host under one allocation request id. */
  @Test
  public void aHostIsPreferredOrRequired() {
    ShellTask any = ShellTask.guaranteed("true");
    ContainerRequest anywhere = ledger.add(any);
    ContainerRequest near = ledger.add(any.near("host"));
    ContainerRequest on = ledger.add(any.on("host"));
    assertNull(anywhere.getNodes());
    assertTrue(anywhere.getRelaxLocality());
    assertEquals(Collections.singletonList("host"), near.getNodes());
    assertTrue(near.getRelaxLocality());
    assertEquals(Collections.singletonList("host"), on.getNodes());
    assertFalse(on.getRelaxLocality());
    assertNotEquals(near.getAllocationRequestId(), on.getAllocationRequestId());
  }
}
