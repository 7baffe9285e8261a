// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.Test;
import org.yarnext.common.FeatureMode;

public class ConfigurationKeyTest {
  enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  private static final ConfigurationKey<Integer> LENGTH =
      ConfigurationKey.integer("a.length", 10).between(0, 100_000);

  @Test
  public void readsEveryType() {
    assertEquals(Integer.valueOf(7), ConfigurationKey.integer("a", 1).parse("7"));
    assertEquals(Double.valueOf(0.25), ConfigurationKey.decimal("a", 1).parse(".25"));
    assertEquals(Double.valueOf(2000), ConfigurationKey.decimal("a", 1).parse("2e3"));
    assertEquals(Boolean.TRUE, ConfigurationKey.flag("a", false).parse("TRUE"));
    assertEquals(Boolean.FALSE, ConfigurationKey.flag("a", true).parse("false"));
    assertEquals("x y", ConfigurationKey.text("a", "").parse("x y"));
    assertEquals(FeatureMode.SHADOW, ConfigurationKey.mode("a").parse("Shadow"));
    ConfigurationKey<Order> order = ConfigurationKey.oneOf("a", Order.class, Order.OLDEST_FIRST);
    assertEquals(Order.NEWEST_FIRST, order.parse("newest-first"));
    assertEquals(Order.NEWEST_FIRST, order.parse("NEWEST_FIRST"));
    assertEquals("oldest-first", order.defaultText());
  }

  @Test
  public void readsDurationsInHadoopsSyntax() {
    ConfigurationKey<Duration> wait = ConfigurationKey.duration("a", Duration.ZERO);
    assertEquals(Duration.ofMillis(1500), wait.parse("1500"));
    assertEquals(Duration.ofNanos(5), wait.parse("5ns"));
    assertEquals(Duration.ofNanos(5000), wait.parse("5us"));
    assertEquals(Duration.ofMillis(5), wait.parse("5ms"));
    assertEquals(Duration.ofSeconds(30), wait.parse("30S"));
    assertEquals(Duration.ofMinutes(2), wait.parse("2m"));
    assertEquals(Duration.ofHours(3), wait.parse("3h"));
    assertEquals(Duration.ofDays(4), wait.parse("4d"));
  }

  @Test
  public void durationsAreWrittenSoThatTheyReadBack() {
    ConfigurationKey<Duration> wait = ConfigurationKey.duration("a", Duration.ZERO);
    assertEquals("0s", wait.defaultText());
    assertEquals("90s", wait.format(Duration.ofSeconds(90)));
    assertEquals("2h", wait.format(Duration.ofMinutes(120)));
    assertEquals("1d", wait.format(Duration.ofHours(24)));
    assertEquals("1500ms", wait.format(Duration.ofMillis(1500)));
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      long nanos = random.nextLong() >>> (1 + random.nextInt(62));
      Duration span = Duration.ofNanos(nanos - nanos % (long) Math.pow(10, random.nextInt(13)));
      Duration capped = span.compareTo(DurationFormat.LONGEST) > 0 ? DurationFormat.LONGEST : span;
      assertEquals(capped, wait.parse(wait.format(capped)));
    }
  }

  @Test
  public void fluentMethodsDoNotChangeTheOriginal() {
    ConfigurationKey<Integer> plain = ConfigurationKey.integer("a", 1);
    ConfigurationKey<Integer> full =
        plain.between(0, 9).unit("containers").live().doc("What it is.");
    assertEquals("any", plain.boundsText());
    assertEquals("", plain.unit());
    assertFalse(plain.isLive());
    assertEquals("", plain.doc());
    assertEquals("0..9", full.boundsText());
    assertEquals("containers", full.unit());
    assertTrue(full.isLive());
    assertEquals("What it is.", full.doc());
    assertEquals("a", full.name());
    assertEquals(Integer.valueOf(1), full.defaultValue());
  }

  @Test
  public void boundsAreInclusive() {
    assertEquals(Integer.valueOf(0), LENGTH.parse("0"));
    assertEquals(Integer.valueOf(100_000), LENGTH.parse("100000"));
    assertRefused(LENGTH, "-1", "a.length=-1 is outside 0..100000: " + CHOOSE);
    assertRefused(LENGTH, "100001", "a.length=100001 is outside 0..100000: " + CHOOSE);
  }

  @Test
  public void overflowingNumbersAreOutOfRange() {
    assertRefused(LENGTH, "99999999999", "a.length=99999999999 is outside 0..100000: " + CHOOSE);
    assertRefused(
        ConfigurationKey.integer("a", 1),
        "99999999999",
        "a=99999999999 is outside -2147483648..2147483647: " + CHOOSE);
    assertRefused(
        ConfigurationKey.decimal("a", 1).between(0.0, 1.0),
        "1e999",
        "a=1e999 is outside 0.0..1.0: " + CHOOSE);
    ConfigurationKey<Duration> wait = ConfigurationKey.duration("a", Duration.ZERO);
    String tooLong = "9999999999999999d";
    assertRefused(wait, tooLong, "a=" + tooLong + " is outside 0s..36500d: " + CHOOSE);
  }

  @Test
  public void negativeDurationsAreRefusedUnlessDeclared() {
    ConfigurationKey<Duration> wait = ConfigurationKey.duration("a", Duration.ZERO);
    assertRefused(wait, "-1s", "a=-1s is outside 0s..36500d: " + CHOOSE);
    ConfigurationKey<Duration> skew = wait.between(Duration.ofSeconds(-5), Duration.ofSeconds(5));
    assertEquals(Duration.ofSeconds(-5), skew.parse("-5s"));
  }

  @Test
  public void unreadableValuesAreRefusedNamingWhatIsExpected() {
    assertRefused(LENGTH, "ten", "a.length=ten is not a whole number: " + CORRECT);
    assertRefused(LENGTH, "1.5", "a.length=1.5 is not a whole number: " + CORRECT);
    assertRefused(LENGTH, "0x10", "a.length=0x10 is not a whole number: " + CORRECT);
    ConfigurationKey<Double> share = ConfigurationKey.decimal("a", 1);
    assertRefused(share, "10d", "a=10d is not a number such as 0.5: " + CORRECT);
    assertRefused(share, "NaN", "a=NaN is not a number such as 0.5: " + CORRECT);
    assertRefused(share, "${x}", "a=${x} is not a number such as 0.5: " + CORRECT);
    assertRefused(
        ConfigurationKey.flag("a", true), "yes", "a=yes is not true or false: " + CORRECT);
    assertRefused(
        ConfigurationKey.mode("a"), "true", "a=true is not one of off, shadow, on: " + CORRECT);
    ConfigurationKey<Duration> wait = ConfigurationKey.duration("a", Duration.ZERO);
    for (String bad : new String[] {"1.5s", "30 s", "s", "30sec", "3w", "PT3S"}) {
      assertRefused(wait, bad, "a=" + bad + " is not a duration such as 30s or 500ms: " + CORRECT);
    }
  }

  @Test
  public void emptyValuesAreRefusedExceptForText() {
    assertRefused(LENGTH, "", "a.length is empty: give it a whole number or remove it.");
    assertRefused(
        ConfigurationKey.mode("a"), "", "a is empty: give it one of off, shadow, on or remove it.");
    assertEquals("", ConfigurationKey.text("a", "x").parse(""));
    assertRefused(
        ConfigurationKey.text("a", "x").matching("\\w+", "a word"),
        "",
        "a= is not a word: " + CORRECT);
  }

  @Test
  public void textMustMatchTheWholePattern() {
    ConfigurationKey<String> queue =
        ConfigurationKey.text("a", "root").matching("[a-z]+(\\.[a-z]+)*", "a queue name");
    assertEquals("root.x", queue.parse("root.x"));
    assertRefused(queue, "root.x!", "a=root.x! is not a queue name: " + CORRECT);
    assertEquals("a queue name", queue.boundsText());
  }

  @Test
  public void contradictoryDeclarationsAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> ConfigurationKey.integer("a", 5).between(6, 9));
    assertThrows(
        IllegalArgumentException.class, () -> ConfigurationKey.integer("a", 5).between(9, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> ConfigurationKey.text("a", "").matching("\\w+", "a word"));
    assertThrows(IllegalArgumentException.class, () -> ConfigurationKey.decimal("a", Double.NaN));
    assertThrows(
        IllegalArgumentException.class,
        () -> ConfigurationKey.duration("a", Duration.ofMillis(-1)));
    assertThrows(
        IllegalStateException.class, () -> ConfigurationKey.flag("a", true).between(false, true));
    assertThrows(
        IllegalStateException.class, () -> ConfigurationKey.text("a", "b").between("a", "z"));
    assertThrows(
        IllegalStateException.class, () -> ConfigurationKey.mode("a").matching(".*", "anything"));
    assertThrows(NullPointerException.class, () -> ConfigurationKey.text("a", null));
  }

  private static final String CHOOSE = "choose a value inside it or remove it.";
  private static final String CORRECT = "correct or remove it.";

  private static void assertRefused(ConfigurationKey<?> key, String text, String message) {
    Exception refusal = assertThrows(IllegalArgumentException.class, () -> key.parse(text));
    assertEquals(message, refusal.getMessage());
  }
}
