// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.chart;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.Test;

public class TextTableTest {
  /** Users name the jobs and queues of a trace. */
  @Test
  public void fieldsStayInTheirLineAndDoNotControlTheTerminal() {
    assertEquals(
        Arrays.asList("job?[2J     a b", "a        longer"),
        TextTable.aligned(
            Arrays.asList(Arrays.asList("job\u001b[2J", "a\nb"), Arrays.asList("a", "longer"))));
  }
}
