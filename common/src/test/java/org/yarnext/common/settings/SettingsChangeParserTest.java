// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.junit.Test;

public class SettingsChangeParserTest {
  private static SettingsChange parse(String text) {
    return SettingsChangeParser.parse(text.getBytes(UTF_8));
  }

  @Test
  public void scalarsAreReadAsText() {
    SettingsChange change =
        parse("{\"a\": \" on \", \"b\": 5, \"c\": true, \"d\": null, \"e\": 0.25}");
    assertEquals("{a=on, b=5, c=true, d=null, e=0.25}", change.values().toString());
    assertTrue(change.expected().isEmpty());
  }

  @Test
  public void expectedOldValueIsRead() {
    SettingsChange change = parse("{\"a\": {\"value\": null, \"old\": \"on\"}}");
    assertEquals("{a=null}", change.values().toString());
    assertEquals(Collections.singletonMap("a", "on"), change.expected());
  }

  @Test
  public void malformedBodiesAreRefused() {
    for (String body :
        Arrays.asList(
            "",
            "x",
            "[]",
            "{}",
            "null",
            "{\"a\":\"on\"",
            "{\"a\":\"on\"} {}",
            "{\"a\":\"on\",\"a\":\"off\"}",
            "{\"a\":[\"on\"]}",
            "{\"a\":{}}",
            "{\"a\":{\"old\":\"on\"}}",
            "{\"a\":{\"value\":{\"value\":1}}}",
            "{\"a\":{\"value\":1,\"old\":null}}",
            "{\"a\":{\"value\":1,\"other\":2}}",
            "{\"a\":\"\u0000\"}")) {
      assertThrows(body, IllegalArgumentException.class, () -> parse(body));
    }
    String deep = String.join("", Collections.nCopies(10_000, "{\"a\":"));
    assertThrows(IllegalArgumentException.class, () -> parse(deep));
    String arrays = "{\"a\":" + String.join("", Collections.nCopies(30_000, "["));
    assertThrows(IllegalArgumentException.class, () -> parse(arrays));
    StringBuilder many = new StringBuilder("{\"k\":1");
    for (int i = 0; i < SettingsChangeParser.MAX_KEYS; i++) {
      many.append(",\"k" + i + "\":1");
    }
    assertThrows(IllegalArgumentException.class, () -> parse(many + "}"));
  }

  @Test
  public void randomBodiesThrowOnlyRefusals() {
    byte[] good = "{\"a\": {\"value\": 5, \"old\": \"x\"}, \"b\": null}".getBytes(UTF_8);
    Random random = new Random(42);
    for (int i = 0; i < 5_000; i++) {
      byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
      bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      try {
        SettingsChangeParser.parse(bad);
      } catch (IllegalArgumentException e) {
        assertTrue(e.getMessage(), e.getMessage().startsWith("The body "));
      }
    }
  }
}
