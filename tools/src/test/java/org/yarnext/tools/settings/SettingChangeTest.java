// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.Test;
import org.yarnext.tools.ToolException;

public class SettingChangeTest {
  private static SettingsPage page(String mode, String changedBy) throws ToolException {
    return SettingsPage.read(
        "a",
        "{\"settings\":[{\"key\":\"m\",\"value\":\""
            + mode
            + "\",\"file\":\"off\",\"live\":true"
            + (changedBy == null ? "" : ",\"changedBy\":\"" + changedBy + "\"")
            + "},{\"key\":\"n\",\"value\":\"5\",\"file\":\"5\",\"live\":true}]}");
  }

  private static SettingChange wanted(String... keysAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new SettingChange(values);
  }

  @Test
  public void aDaemonIsSentTheKeysItHasWithTheirOldValues() throws Exception {
    SettingsPage page = page("shadow", "alice");
    SettingChange own = wanted("m", "on", "x", "1").of(page);
    assertEquals("{\"m\":{\"value\":\"on\",\"old\":\"shadow\"}}", own.json(page));
    assertEquals("{\"m\":null}", wanted("m", null).json(null));
    assertEquals(Collections.singletonMap("m", "off"), wanted("m", null).after(page));
  }

  @Test
  public void aChangeIsTakenBackToTheLiveValueOrTheFiles() throws Exception {
    assertEquals("{\"m\":\"shadow\"}", wanted("m", "on").undo(page("shadow", "alice")).json(null));
    assertEquals("{\"m\":null}", wanted("m", "on").undo(page("off", null)).json(null));
  }

  @Test
  public void loweringIsKnown() throws Exception {
    SettingsPage shadow = page("shadow", null);
    assertTrue(wanted("m", "OFF").isLowering(Collections.singleton(shadow)));
    assertTrue("the file says off", wanted("m", null).isLowering(Collections.singleton(shadow)));
    assertFalse(wanted("m", "on").isLowering(Collections.singleton(shadow)));
    assertFalse("no mode", wanted("n", "1").isLowering(Collections.singleton(shadow)));
    assertFalse(
        "raised somewhere",
        wanted("m", "shadow").isLowering(Arrays.asList(page("on", null), page("off", null))));
  }

  @Test
  public void otherPagesAreRefused() {
    assertThrows(ToolException.class, () -> SettingsPage.read("a", "<html>"));
    assertThrows(ToolException.class, () -> SettingsPage.read("a", "{}"));
  }
}
