// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.common.conf.reload.ReloadResult;

/**
 * Changes the settings of all features of daemons, or none: every feature checks a change before
 * the first applies it. A JVM makes one change at a time.
 */
final class SettingsTransaction {
  private static final Object ONE_AT_A_TIME = new Object();

  private final Collection<SettingsRegistry> daemons;
  private final List<FeatureSettings> features = new ArrayList<>();

  SettingsTransaction(Collection<SettingsRegistry> daemons) {
    this.daemons = daemons;
    daemons.forEach(daemon -> features.addAll(daemon.features()));
  }

  /**
   * Gives keys other values.
   *
   * @param author who wants it, and when
   * @param isTrial whether to check only
   */
  SettingsResult change(SettingsChange change, FeatureSettings.Author author, boolean isTrial) {
    synchronized (ONE_AT_A_TIME) {
      List<String> wrong = unknown(change);
      if (!wrong.isEmpty()) {
        return SettingsResult.refused(false, wrong);
      }
      List<String> conflicts = conflicts(change);
      if (!conflicts.isEmpty()) {
        return SettingsResult.refused(true, conflicts);
      }
      SettingsResult trial = apply(change.values(), true);
      if (isTrial || !trial.problems().isEmpty()) {
        return trial;
      }
      SettingsResult result = apply(change.values(), false);
      for (SettingsResult.Value value : result.values()) {
        boolean isFiles = change.values().get(value.key) == null;
        value.feature.changed(value.key, isFiles ? null : author);
      }
      return result;
    }
  }

  private List<String> unknown(SettingsChange change) {
    Set<String> known = new TreeSet<>();
    features.forEach(feature -> known.addAll(feature.keys().keySet()));
    List<String> sentences = new ArrayList<>();
    for (String key : change.values().keySet()) {
      if (!known.contains(key)) {
        String nearest = NameSuggester.of(key.substring(0, Math.min(200, key.length())), known);
        sentences.add(
            "No feature of this daemon has the key "
                + key
                + (nearest == null ? "." : ": the nearest is " + nearest + ".")
                + " Correct it, or switch the feature on in yarn-site.xml and restart.");
      }
    }
    return sentences;
  }

  private List<String> conflicts(SettingsChange change) {
    Set<String> sentences = new LinkedHashSet<>();
    for (FeatureSettings feature : features) {
      Map<String, String> now = feature.live().current().asText();
      for (String key : change.values().keySet()) {
        if (!now.containsKey(key)) {
          continue;
        }
        String expected = change.expected().get(key);
        if (!feature.keys().get(key).isLive()) {
          sentences.add(feature.keys().get(key).restartSentence());
        } else if (expected != null && !expected.equals(now.get(key))) {
          sentences.add(
              key
                  + " is "
                  + now.get(key)
                  + ", not "
                  + expected
                  + ": read its settings again before you change them.");
        }
      }
    }
    return new ArrayList<>(sentences);
  }

  /** Applies the values to each feature that has the keys; takes all back if one refuses. */
  private SettingsResult apply(Map<String, String> values, boolean isTrial) {
    List<SettingsResult.Value> changes = new ArrayList<>();
    Map<FeatureSettings, Map<String, String>> before = new LinkedHashMap<>();
    Set<String> problems = new LinkedHashSet<>();
    Set<String> notFollowed = new LinkedHashSet<>();
    boolean isConflict = false;
    for (FeatureSettings feature : features) {
      Map<String, String> own = new HashMap<>(values);
      own.keySet().retainAll(feature.keys().keySet());
      if (own.isEmpty()) {
        continue;
      }
      Map<String, String> old = feature.live().current().asText();
      Map<String, String> overrides = feature.live().overrides();
      Map<String, String> files = feature.live().files().asText();
      ReloadResult result = feature.live().override(own, isTrial);
      if (result.outcome() == ReloadResult.Outcome.REFUSED) {
        problems.addAll(result.problems());
        isConflict |= !result.restartNeeded().isEmpty();
        continue;
      }
      notFollowed.addAll(result.problems());
      Map<String, String> previous = new HashMap<>();
      own.keySet().forEach(key -> previous.put(key, overrides.get(key)));
      before.put(feature, previous);
      for (Map.Entry<String, String> each : own.entrySet()) {
        String key = each.getKey();
        String tried = each.getValue() == null ? files.get(key) : each.getValue();
        String now = isTrial ? tried : feature.live().current().asText().get(key);
        changes.add(new SettingsResult.Value(feature, key, old.get(key), now));
      }
    }
    if (problems.isEmpty()) {
      return SettingsResult.accepted(isTrial, changes, Collections.emptyList(), notFollowed);
    }
    if (!isTrial) { // the files were read again since the trial
      before.forEach((feature, previous) -> feature.live().override(previous, false));
    }
    return SettingsResult.refused(isConflict, new ArrayList<>(problems));
  }

  /**
   * Reads the files of the daemons again, and applies their live keys.
   *
   * @param isTrial whether to check only
   * @throws Exception if the files cannot be read
   */
  SettingsResult reload(boolean isTrial) throws Exception {
    synchronized (ONE_AT_A_TIME) {
      Map<SettingsRegistry, Configuration> sites = new HashMap<>();
      for (SettingsRegistry daemon : daemons) {
        sites.put(daemon, daemon.site());
      }
      SettingsResult trial = reload(sites, true);
      return isTrial || !trial.problems().isEmpty() ? trial : reload(sites, false);
    }
  }

  private SettingsResult reload(Map<SettingsRegistry, Configuration> sites, boolean isTrial) {
    List<SettingsResult.Value> changes = new ArrayList<>();
    Set<String> restart = new TreeSet<>();
    Set<String> problems = new LinkedHashSet<>();
    Set<String> notFollowed = new LinkedHashSet<>();
    boolean isConflict = false;
    for (FeatureSettings feature : features) {
      Configuration site = sites.get(feature.daemon());
      ConfigurationSnapshot old = feature.live().current();
      ReloadResult result = feature.live().reload(site, isTrial);
      boolean isRefused = result.outcome() == ReloadResult.Outcome.REFUSED;
      (isRefused ? problems : notFollowed).addAll(result.problems());
      isConflict |= isRefused && !result.restartNeeded().isEmpty();
      restart.addAll(result.restartNeeded());
      for (String key : result.changed()) {
        changes.add(
            new SettingsResult.Value(feature, key, old.asText().get(key), read(site, old, key)));
      }
    }
    return problems.isEmpty()
        ? SettingsResult.accepted(isTrial, changes, restart, notFollowed)
        : SettingsResult.refused(isConflict, new ArrayList<>(problems));
  }

  /** Returns the value of a key in files that a feature accepts. */
  private static String read(Configuration site, ConfigurationSnapshot feature, String key) {
    try {
      return feature.schema().read(site).asText().get(key);
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
