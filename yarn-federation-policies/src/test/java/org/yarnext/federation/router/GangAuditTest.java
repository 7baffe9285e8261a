// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.server.router.RouterAuditLogger;
import org.apache.log4j.Level;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;
import org.yarnext.federation.gang.GangLauncher;

/** The Router writes decisions and audit log lines about a gang. */
public class GangAuditTest extends GangHookTestBase {
  private final LogLines audit = new LogLines(RouterAuditLogger.class.getName(), Level.INFO);

  @After
  public void closeLog() {
    audit.close();
    CallerContext.setCurrent(null);
  }

  private void await(String what, Callable<Boolean> condition) throws Exception {
    await(() -> what + ": " + audit.lines(), condition);
  }

  @Test
  public void gangTransitionsAreExplainedAndAudited() throws Exception {
    conf.set(KEYS + "interval", "100ms");
    cluster.running = GangLauncher.State.NEW; // the records stay until the restart
    GangHook hook = hook();
    CallerContext.setCurrent(new CallerContext.Builder("oozie-7\n\t\u2028USER=root").build());
    ApplicationSubmissionContext runs = context(1, "a", "gang=1x100");
    ApplicationSubmissionContext waits = context(2, "a", "gang=1x100");
    hook.hold("user", runs);
    hook.hold("user", waits);
    hook.hold("user", context(3, "a", "gang=1x101"));
    hook.hold("user", context(4, "a", "gang=nonsense"));
    hook.hold("refused", context(5, "b", "gang=1x100"));
    List<String> all = Arrays.asList("GANG_ACCEPTED", "GANG_ADMITTED", "GANG_STARTED");
    await("it starts", () -> decisions(hook, runs.getApplicationId()).equals(all));
    await("the other is refused", () -> audit.count("GANG_START_REFUSED") > 0);
    List<String> held = Arrays.asList("GANG_ACCEPTED", "GANG_WAITS_FOR_QUOTA");
    await("the other waits", () -> decisions(hook, waits.getApplicationId()).equals(held));
    String context = "\tCALLERCONTEXT=oozie-7???USER=root";
    for (String operation : new String[] {"Hold Gang", "Admit Gang", "Start Gang"}) {
      assertEquals(
          audit.lines().toString(),
          1,
          audit.count("USER=user", operation, "SUCCESS", context, "_0001"));
    }
    assertEquals(1, audit.count("USER=user", "Hold Gang", "FAILURE", "GANG_NEVER_FITS", "_0003"));
    assertEquals(1, audit.count("USER=user", "Hold Gang", "FAILURE", "gang=nonsense", "_0004"));
    assertTrue(
        audit.count("USER=refused", "Start Gang", "FAILURE", "GANG_START_REFUSED", context) > 0);
    GangHook restarted = hook();
    await("it runs", () -> store.registry().isRunning(runs.getApplicationId().toString()));
    await(
        "what was done before",
        () ->
            decisions(restarted, runs.getApplicationId()).equals(Arrays.asList("GANG_STARTED"))
                && decisions(restarted, waits.getApplicationId()).equals(held));
  }
}
