// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.testing.LogLines;

public class LiveConfigurationTest {
  private static final ConfigurationKey<Integer> LOW = ConfigurationKey.integer("f.low", 1).live();
  private static final ConfigurationKey<Integer> HIGH =
      ConfigurationKey.integer("f.high", 10).live();
  private static final ConfigurationKey<Integer> LIMIT = ConfigurationKey.integer("f.limit", 100);
  private static final ConfigurationSchema KEYS =
      ConfigurationSchema.of("f", "f.", LOW, HIGH, LIMIT)
          .rule(s -> s.get(LOW) < s.get(HIGH) ? null : "f.low is not below f.high: lower it.")
          .rule(s -> s.get(HIGH) <= s.get(LIMIT) ? null : "f.high is above f.limit: lower it.");

  private final Configuration conf = new Configuration(false);
  private LiveConfiguration live;

  @Before
  public void start() throws Exception {
    live = LiveConfiguration.read(KEYS, conf);
  }

  @Test
  public void changedLiveKeyIsApplied() {
    conf.setInt("f.high", 20);
    ReloadResult reload = live.reload(conf);
    assertEquals(ReloadResult.Outcome.APPLIED, reload.outcome());
    assertEquals(Collections.singletonList("f.high"), reload.changed());
    assertEquals(Collections.emptyList(), reload.restartNeeded());
    assertEquals(Integer.valueOf(20), live.current().get(HIGH));
    assertEquals("APPLIED [f.high]", reload.toString());
  }

  @Test
  public void sameValuesChangeNothing() {
    ConfigurationSnapshot before = live.current();
    ReloadResult reload = live.reload(conf);
    assertEquals(ReloadResult.Outcome.UNCHANGED, reload.outcome());
    assertEquals(before, live.current());
  }

  @Test
  public void restartOnlyKeyKeepsItsValueAndIsNamed() {
    conf.setInt("f.limit", 200);
    ReloadResult reload = live.reload(conf);
    assertEquals(ReloadResult.Outcome.UNCHANGED, reload.outcome());
    assertEquals(Collections.singletonList("f.limit"), reload.restartNeeded());
    assertEquals(Integer.valueOf(100), live.current().get(LIMIT));
    assertEquals("UNCHANGED, restart needed for [f.limit]", reload.toString());
    assertEquals(
        "still named next time",
        Collections.singletonList("f.limit"),
        live.reload(conf).restartNeeded());
  }

  @Test
  public void refusedReloadKeepsEverything() {
    ConfigurationSnapshot before = live.current();
    conf.setInt("f.high", 20);
    conf.set("f.low", "x");
    ReloadResult reload = live.reload(conf);
    assertEquals(ReloadResult.Outcome.REFUSED, reload.outcome());
    assertEquals(
        Collections.singletonList("f.low=x is not a whole number: correct or remove it."),
        reload.problems());
    assertSame(before, live.current());
  }

  @Test
  public void unknownKeyIsAWarningAndOthersAreApplied() {
    conf.setInt("f.high", 20);
    conf.set("f.lo", "3");
    try (LogLines log = new LogLines(ConfigurationSchema.class.getName())) {
      assertEquals(ReloadResult.Outcome.APPLIED, live.reload(conf).outcome());
      assertEquals(
          Collections.singletonList(
              "Feature f ignores unknown key f.lo: did you mean f.low? Correct or remove it."),
          log.lines());
    }
    assertEquals(Integer.valueOf(20), live.current().get(HIGH));
  }

  @Test
  public void newLiveValuesMustFitRestartOnlyValues() {
    ConfigurationSnapshot before = live.current();
    conf.setInt("f.limit", 500);
    conf.setInt("f.high", 400);
    ReloadResult reload = live.reload(conf);
    assertEquals("REFUSED, old values stay: f.high is above f.limit: lower it.", reload.toString());
    assertSame(before, live.current());
  }

  @Test
  public void badFirstSettingsAreRefused() {
    conf.set("f.low", "x");
    assertThrows(InvalidConfigurationException.class, () -> LiveConfiguration.read(KEYS, conf));
  }

  @Test
  public void listenersFollowChangesOfLiveKeysInOrder() {
    List<String> notified = new ArrayList<>();
    LiveConfiguration.Listener second = (old, now) -> notified.add("second");
    live.addListener(
        (old, now) -> {
          assertSame(now, live.current());
          notified.add(old.get(HIGH) + " to " + now.get(HIGH));
          throw new IllegalStateException("made by the test");
        });
    live.addListener(second);
    conf.setInt("f.high", 20);
    ReloadResult first = live.reload(conf);
    assertEquals(Collections.singletonList("made by the test"), first.problems());
    assertEquals("APPLIED [f.high], not adopted everywhere: made by the test", first.toString());
    live.reload(conf);
    live.removeListener(second);
    conf.setInt("f.high", 30);
    live.reload(conf);
    assertEquals(Arrays.asList("10 to 20", "second", "20 to 30"), notified);
  }

  @Test
  public void readersSeeConsistentSnapshots() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<ConfigurationSnapshot> mixed = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              while (!done.get()) {
                ConfigurationSnapshot now = live.current();
                if (now.get(HIGH) - now.get(LOW) != 9) {
                  mixed.set(now);
                }
              }
            });
    reader.start();
    for (int i = 1; i < 90; i++) {
      conf.setInt("f.low", i);
      conf.setInt("f.high", i + 9);
      live.reload(conf);
    }
    done.set(true);
    reader.join();
    assertNull("" + mixed.get(), mixed.get());
    assertEquals(Integer.valueOf(89), live.current().get(LOW));
  }

  private static Map<String, String> values(String... keysAndValues) {
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return values;
  }

  @Test
  public void liveValueOverridesTheFilesUntilTakenBack() {
    ReloadResult set = live.override(values("f.high", "30"), false);
    assertEquals(Collections.singletonList("f.high"), set.changed());
    conf.setInt("f.high", 20);
    conf.setInt("f.low", 5);
    assertEquals(Collections.singletonList("f.low"), live.reload(conf).changed());
    assertEquals(Integer.valueOf(30), live.current().get(HIGH));
    assertEquals(Integer.valueOf(20), live.files().get(HIGH));
    assertEquals(values("f.high", "30"), live.overrides());
    live.override(values("f.high", null), false);
    assertEquals(Integer.valueOf(20), live.current().get(HIGH));
    assertEquals(Collections.emptyMap(), live.overrides());
  }

  @Test
  public void trialChangesNothing() {
    ConfigurationSnapshot before = live.current();
    assertEquals(
        Collections.singletonList("f.high"), live.override(values("f.high", "30"), true).changed());
    conf.setInt("f.high", 20);
    assertEquals(Collections.singletonList("f.high"), live.reload(conf, true).changed());
    assertEquals(before, live.current());
    assertEquals(before, live.files());
    assertEquals(Collections.emptyMap(), live.overrides());
  }

  @Test
  public void liveValuesAreCheckedTogether() {
    ReloadResult both = live.override(values("f.low", "50", "f.high", "40"), false);
    assertEquals(ReloadResult.Outcome.REFUSED, both.outcome());
    assertEquals(
        Collections.singletonList("f.low is not below f.high: lower it."), both.problems());
    ReloadResult wrong = live.override(values("f.low", "x", "f.hihg", "40"), false);
    assertEquals(1, wrong.problems().size());
    assertEquals(Integer.valueOf(1), live.current().get(LOW));
    ReloadResult fixed = live.override(values("f.limit", "40"), false);
    assertEquals(Collections.singletonList("f.limit"), fixed.restartNeeded());
    assertEquals(ReloadResult.Outcome.REFUSED, fixed.outcome());
  }

  @Test
  public void filesThatConflictWithALiveValueAreRefused() {
    live.override(values("f.high", "5"), false);
    conf.setInt("f.low", 7);
    ReloadResult reload = live.reload(conf);
    assertEquals(ReloadResult.Outcome.REFUSED, reload.outcome());
    assertEquals(Integer.valueOf(1), live.current().get(LOW));
    assertEquals("the files are as before", Integer.valueOf(1), live.files().get(LOW));
  }

  @Test
  public void listenerMayRefuseAChange() {
    live.addListener(
        new LiveConfiguration.Listener() {
          @Override
          public String refusal(ConfigurationSnapshot old, ConfigurationSnapshot now) {
            return now.get(HIGH) > 50 ? "f.high above 50 needs a restart: lower it." : null;
          }

          @Override
          public void changed(ConfigurationSnapshot old, ConfigurationSnapshot now) {}
        });
    ReloadResult set = live.override(values("f.high", "60"), false);
    assertEquals(ReloadResult.Outcome.REFUSED, set.outcome());
    assertEquals(Collections.singletonList("f.high"), set.restartNeeded());
    assertEquals(Integer.valueOf(10), live.current().get(HIGH));
    assertEquals(
        ReloadResult.Outcome.APPLIED, live.override(values("f.high", "50"), false).outcome());
  }
}
