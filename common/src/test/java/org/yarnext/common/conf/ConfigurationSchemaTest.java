// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.testing.LogLines;

public class ConfigurationSchemaTest {
  private static final ConfigurationKey<FeatureMode> MODE =
      ConfigurationKey.mode("yarn.mercury.mode");
  private static final ConfigurationKey<String> ORDER =
      ConfigurationKey.text("yarn.mercury.queue.order", "fifo")
          .matching("fifo|shortest", "a queue order");
  private static final ConfigurationKey<Integer> MAX_LENGTH =
      ConfigurationKey.integer("yarn.mercury.queue.max-length", 100).between(0, 100_000);
  private static final ConfigurationKey<Integer> LOW =
      ConfigurationKey.integer("yarn.mercury.queue.low", 70);
  private static final ConfigurationKey<Integer> HIGH =
      ConfigurationKey.integer("yarn.mercury.queue.high", 85);
  private static final ConfigurationKey<Duration> WAIT =
      ConfigurationKey.duration("yarn.mercury.wait", Duration.ofSeconds(3));
  private static final ConfigurationKey<String> NOTE =
      ConfigurationKey.text("yarn.mercury.note", "none");

  private static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
              "mercury", "yarn.mercury.", MODE, ORDER, MAX_LENGTH, LOW, HIGH, WAIT, NOTE)
          .rule(
              s ->
                  s.get(LOW) < s.get(HIGH)
                      ? null
                      : LOW
                          + "="
                          + s.get(LOW)
                          + " is not below .high="
                          + s.get(HIGH)
                          + ": lower it or remove it.")
          .rule(s -> "");

  private final Configuration conf = new Configuration(false);

  @Rule public final TemporaryFolder directory = new TemporaryFolder();

  @Test
  public void absentKeysHaveDefaults() throws Exception {
    ConfigurationSnapshot settings = KEYS.read(conf);
    assertEquals(FeatureMode.OFF, settings.get(MODE));
    assertEquals("fifo", settings.get(ORDER));
    assertEquals(Duration.ofSeconds(3), settings.get(WAIT));
    assertEquals(settings, KEYS.read(Collections.emptyMap()));
  }

  @Test
  public void presentKeysAreReadTrimmedAndExpanded() throws Exception {
    conf.set("cluster.wait", "45");
    conf.set("yarn.mercury.wait", "\n ${cluster.wait}s ");
    conf.set("yarn.mercury.mode", " On ");
    conf.set("yarn.mercury.note", " ");
    ConfigurationSnapshot settings = KEYS.read(conf);
    assertEquals(Duration.ofSeconds(45), settings.get(WAIT));
    assertEquals(FeatureMode.ON, settings.get(MODE));
    assertEquals("", settings.get(NOTE));
  }

  @Test
  public void otherKeysAreIgnored() throws Exception {
    Configuration full = new Configuration();
    full.set("yarn.mercurial.mode", "x");
    full.set("yarn.mercury", "x");
    assertEquals(KEYS.read(conf), KEYS.read(full));
  }

  @Test
  public void settingsRoundTripAsText() throws Exception {
    conf.set("yarn.mercury.mode", "shadow");
    conf.set("yarn.mercury.wait", "1500");
    ConfigurationSnapshot settings = KEYS.read(conf);
    assertEquals("1500ms", settings.asText().get("yarn.mercury.wait"));
    assertEquals(settings, KEYS.read(settings.asText()));
    assertEquals(settings.hashCode(), KEYS.read(settings.asText()).hashCode());
    assertNotEquals(settings, KEYS.read(new Configuration(false)));
  }

  @Test
  public void unknownKeyIsWarnedAboutWithTheNearest() throws Exception {
    conf.set("yarn.mercury.queue.oder", "fifo");
    conf.set("yarn.mercury.mode", "on");
    assertEquals(
        Collections.singletonList(
            "Feature mercury ignores unknown key yarn.mercury.queue.oder: did you mean"
                + " yarn.mercury.queue.order? Correct or remove it."),
        warnings(() -> assertEquals(FeatureMode.ON, KEYS.read(conf).get(MODE))));
  }

  /** A roll-back with one configuration for the whole cluster. */
  @Test
  public void unknownKeysDoNotAffectOthers() throws Exception {
    conf.set("yarn.mercury.mode", "shadow");
    conf.set("yarn.mercury.later.one", "1");
    conf.set("yarn.mercury.later.two", "2");
    List<String> lines =
        warnings(() -> assertEquals(FeatureMode.SHADOW, KEYS.read(conf).get(MODE)));
    assertEquals(lines.toString(), 2, lines.size());
  }

  @Test
  public void distantUnknownKeyHasNoSuggestion() throws Exception {
    conf.set("yarn.mercury.preemption.victim.chooser", "x");
    List<String> lines = warnings(() -> KEYS.read(conf));
    assertEquals(1, lines.size());
    String start =
        "Feature mercury ignores unknown key yarn.mercury.preemption.victim.chooser: "
            + "the nearest known key is yarn.mercury.";
    assertEquals(start, lines.get(0).substring(0, start.length()));
  }

  @Test
  public void unknownKeyWithoutKnownKeysIsToBeRemoved() throws Exception {
    ConfigurationSchema none = ConfigurationSchema.of("empty", "yarn.empty.");
    conf.set("yarn.empty.x", "1");
    assertEquals(
        Collections.singletonList("Feature empty ignores unknown key yarn.empty.x: remove it."),
        warnings(() -> none.read(conf)));
  }

  /** YARN's own federation keys have prefixes around ours. */
  @Test
  public void keysOfNestedPrefixesAreIgnored() throws Exception {
    ConfigurationSchema inner =
        ConfigurationSchema.of(
            "inner", "yarn.o.policies.", ConfigurationKey.mode("yarn.o.policies.mode"));
    conf.set("yarn.o.mode", "x");
    conf.set("yarn.o.policy", "x");
    conf.set("yarn.o.policies", "x");
    assertEquals(Collections.emptyList(), warnings(() -> inner.read(conf)));
  }

  @Test
  public void unknownNamesAreReturned() {
    assertEquals(
        Collections.singletonList(
            "unknown key yarn.mercury.mod: did you mean yarn.mercury.mode? Correct or remove it."),
        KEYS.unknown(Arrays.asList("yarn.mercury.mod", "yarn.mercury.mode", "yarn.other")));
  }

  @Test
  public void valuesOutsideTheirBoundsAreRefused() {
    conf.set("yarn.mercury.queue.max-length", "-5");
    assertRefused(
        "yarn.mercury.queue.max-length=-5 is outside 0..100000: "
            + "choose a value inside it or remove it.");
  }

  @Test
  public void unreadableValuesAreRefusedNotDefaulted() {
    conf.set("yarn.mercury.wait", "soon");
    assertRefused(
        "yarn.mercury.wait=soon is not a duration such as 30s or 500ms: correct or remove it.");
  }

  @Test
  public void emptyValuesAreRefused() {
    conf.set("yarn.mercury.wait", "  ");
    assertRefused(
        "yarn.mercury.wait is empty: give it a duration such as 30s or 500ms or remove it.");
  }

  /** Hadoop drops such a property; a value in another file still counts. */
  @Test
  public void emptyElementsOfSiteFilesAreRefused() throws Exception {
    StringBuilder file = new StringBuilder("<configuration>");
    for (String name : new String[] {"mode", "queue.low", "queue.high", "wait", "note"}) {
      file.append("<property><name>yarn.mercury.")
          .append(name)
          .append("</name><value></value></property>");
    }
    Files.write(
        directory.getRoot().toPath().resolve("yarn-site.xml"),
        file.append("</configuration>").toString().getBytes(StandardCharsets.UTF_8));
    URL[] path = {directory.getRoot().toURI().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      conf.setClassLoader(loader);
      conf.addResource("yarn-site.xml");
      conf.set("yarn.mercury.queue.high", "90");
      assertEquals(
          Arrays.asList(
              "yarn.mercury.mode is empty: give it one of off, shadow, on or remove it.",
              "yarn.mercury.queue.low is empty: give it a whole number or remove it.",
              "yarn.mercury.wait is empty: give it a duration such as 30s or 500ms or remove it."),
          problems());
      conf.set("yarn.mercury.mode", "on");
      conf.set("yarn.mercury.queue.low", "1");
      conf.set("yarn.mercury.wait", "1s");
      ConfigurationSnapshot settings = KEYS.read(conf);
      assertEquals(FeatureMode.ON, settings.get(MODE));
      assertEquals("text may be empty", "", settings.get(NOTE));
    }
  }

  @Test
  public void variablesThatCannotBeExpandedAreRefused() {
    conf.set("yarn.mercury.note", "${a}");
    conf.set("a", "${b}");
    conf.set("b", "${a}x");
    List<String> problems = problems();
    assertEquals(1, problems.size());
    String start = "yarn.mercury.note cannot be expanded (";
    assertEquals(start, problems.get(0).substring(0, start.length()));
  }

  @Test
  public void violatedRulesAreRefused() {
    conf.set("yarn.mercury.queue.low", "90");
    assertRefused("yarn.mercury.queue.low=90 is not below .high=85: lower it or remove it.");
  }

  @Test
  public void throwingRuleIsARefusal() {
    ConfigurationSchema broken =
        KEYS.rule(
            settings -> {
              throw new IllegalStateException("bug");
            });
    InvalidConfigurationException refusal =
        assertThrows(InvalidConfigurationException.class, () -> broken.read(conf));
    assertEquals(
        Collections.singletonList(
            "a check across the keys of mercury failed with "
                + "java.lang.IllegalStateException: bug: report it."),
        refusal.problems());
  }

  @Test
  public void allProblemsAreReportedAtOnce() throws Exception {
    conf.set("yarn.mercury.queue.oder", "fifo");
    conf.set("yarn.mercury.mode", "maybe");
    conf.set("yarn.mercury.queue.low", "90");
    List<String> warnings =
        warnings(
            () -> {
              InvalidConfigurationException refusal =
                  assertThrows(InvalidConfigurationException.class, () -> KEYS.read(conf));
              assertEquals(
                  Arrays.asList(
                      "yarn.mercury.mode=maybe is not one of off, shadow, on: correct or remove"
                          + " it.",
                      "yarn.mercury.queue.low=90 is not below .high=85: lower it or remove it."),
                  refusal.problems());
              assertEquals(
                  "Feature mercury stays off: " + String.join(" ", refusal.problems()),
                  refusal.getMessage());
            });
    assertEquals(warnings.toString(), 1, warnings.size());
  }

  @Test
  public void rulesOnRefusedValuesAreSkipped() {
    conf.set("yarn.mercury.queue.low", "lots");
    conf.set("yarn.mercury.queue.high", "0");
    assertRefused("yarn.mercury.queue.low=lots is not a whole number: correct or remove it.");
  }

  @Test
  public void addingARuleDoesNotChangeTheOriginal() throws Exception {
    KEYS.rule(settings -> "never satisfied.");
    KEYS.read(conf);
  }

  @Test
  public void contradictoryDeclarationsAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> ConfigurationSchema.of("f", "yarn.mercury", MODE));
    assertThrows(
        IllegalArgumentException.class, () -> ConfigurationSchema.of("f", "yarn.other.", MODE));
    assertThrows(
        IllegalArgumentException.class,
        () -> ConfigurationSchema.of("f", "yarn.mercury.", MODE, MODE));
  }

  @Test
  public void keyOfAnotherFeatureIsAnError() throws Exception {
    ConfigurationSnapshot settings = KEYS.read(conf);
    assertThrows(
        IllegalArgumentException.class,
        () -> settings.get(ConfigurationKey.flag("yarn.elastic.x", true)));
  }

  @Test
  public void distanceIsLevenshtein() {
    assertEquals(0, NameSuggester.distance("abc", "abc"));
    assertEquals(3, NameSuggester.distance("", "abc"));
    assertEquals(3, NameSuggester.distance("kitten", "sitting"));
    assertEquals(1, NameSuggester.distance("order", "oder"));
  }

  private static List<String> warnings(ThrowingRunnable reading) throws Exception {
    try (LogLines log = new LogLines(ConfigurationSchema.class.getName())) {
      reading.run();
      return log.lines();
    }
  }

  private void assertRefused(String problem) {
    assertEquals(Collections.singletonList(problem), problems());
  }

  private List<String> problems() {
    return assertThrows(InvalidConfigurationException.class, () -> KEYS.read(conf)).problems();
  }
}
