// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Paths;
import org.junit.Test;
import org.yarnext.benchmarks.report.Progress;

/** The life of the pack on separate daemons: a step that goes wrong throws. */
public class DaemonsDemoTest {

  @Test
  public void demoPrintsItsResults() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    DaemonsDemo.run(
        DaemonsOptions.parse(Paths.get(".."), "--daemons", "--out", "target/clusters/demo-daemons"),
        new Progress(new PrintStream(said, true, "UTF-8"), false));
    String table = said.toString("UTF-8");
    assertThat(table, containsString("counts are right"));
    assertThat(table, containsString("of the configuration are as they were"));
  }
}
