// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CsvReportTest {
  @Test
  public void textsThatSpreadsheetsTakeForFormulasFollowAnApostrophe() {
    assertEquals("'=1+1", CsvReport.quoted("=1+1"));
    assertEquals("'+1+1", CsvReport.quoted("+1+1"));
    assertEquals("'-1+1", CsvReport.quoted("-1+1"));
    assertEquals("'@SUM(A1)", CsvReport.quoted("@SUM(A1)"));
    assertEquals("'\t=1+1", CsvReport.quoted("\t=1+1"));
    assertEquals("\"'=A(\"\"x\"\",1)\"", CsvReport.quoted("=A(\"x\",1)"));
  }

  @Test
  public void numbersAndOtherTextsStayAsTheyAre() {
    for (String field : new String[] {"", "-1.250", "3", "word-count", "a=b"}) {
      assertEquals(field, CsvReport.quoted(field));
    }
  }
}
