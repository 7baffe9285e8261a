// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schema of a feature's configuration: checks its part of a configuration and reads it.
 *
 * <p>Refused are unreadable, empty and out-of-range values and values that break a {@link
 * CrossKeyValidator}; all problems are reported at once, each with its fix. An unknown key under
 * the feature's prefix is ignored with a warning in the log, since it may be one of a later
 * version: daemons of two versions often share one configuration during an upgrade. Immutable and
 * thread-safe.
 */
public final class ConfigurationSchema {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationSchema.class);
  private static final String[] SITE_FILES = {"core-site.xml", "yarn-site.xml", "tez-site.xml"};

  private final String feature;
  private final String prefix;
  private final Map<String, ConfigurationKey<?>> keys;
  private final List<CrossKeyValidator> rules;

  private ConfigurationSchema(
      String feature,
      String prefix,
      Map<String, ConfigurationKey<?>> keys,
      List<CrossKeyValidator> rules) {
    this.feature = feature;
    this.prefix = prefix;
    this.keys = keys;
    this.rules = rules;
  }

  /**
   * Creates the schema of a feature.
   *
   * @param feature the feature's name as used in messages, such as {@code mercury}
   * @param prefix the common prefix of the feature's keys, ending with a dot
   * @param keys in the order in which the documentation lists them
   * @throws IllegalArgumentException if the prefix does not end with a dot, a key does not start
   *     with it, or two keys share a name
   */
  public static ConfigurationSchema of(String feature, String prefix, ConfigurationKey<?>... keys) {
    if (!prefix.endsWith(".")) {
      throw new IllegalArgumentException("prefix " + prefix + " does not end with a dot");
    }
    Map<String, ConfigurationKey<?>> byName = new LinkedHashMap<>();
    for (ConfigurationKey<?> key : keys) {
      if (!key.name().startsWith(prefix)) {
        throw new IllegalArgumentException(key + " does not start with " + prefix);
      }
      if (byName.put(key.name(), key) != null) {
        throw new IllegalArgumentException(key + " is declared twice");
      }
    }
    return new ConfigurationSchema(
        feature, prefix, Collections.unmodifiableMap(byName), Collections.emptyList());
  }

  /**
   * Returns a copy of this schema with one more check across keys; checks run in the order added.
   */
  public ConfigurationSchema rule(CrossKeyValidator rule) {
    List<CrossKeyValidator> more = new ArrayList<>(rules);
    more.add(rule);
    return new ConfigurationSchema(feature, prefix, keys, Collections.unmodifiableList(more));
  }

  /**
   * Reads every key, with variables expanded and white space trimmed; absent keys get defaults.
   * Logs a warning for each unknown key. A key that a site file on the class path leaves empty, and
   * that no other file sets, has the value "", although Hadoop treats it as absent.
   *
   * @param conf not null; keys outside the prefix are not looked at
   * @return never null
   * @throws InvalidConfigurationException with every problem found
   */
  public ConfigurationSnapshot read(Configuration conf) throws InvalidConfigurationException {
    Set<String> present = new TreeSet<>();
    for (Map.Entry<String, String> entry : conf) {
      present.add(entry.getKey());
    }
    Set<String> empty = emptyInFiles(conf);
    present.addAll(empty);
    return read(present, name -> conf.get(name, empty.contains(name) ? "" : null));
  }

  /** Returns the keys under the prefix that Hadoop drops because their value element is empty. */
  private Set<String> emptyInFiles(Configuration conf) {
    Configuration files = new Configuration(false);
    files.setClassLoader(conf.getClassLoader());
    files.setAllowNullValueProperties(true);
    for (String file : SITE_FILES) {
      files.addResource(file);
    }
    Set<String> empty = new LinkedHashSet<>();
    for (Map.Entry<String, String> entry : files) {
      String name = entry.getKey();
      if (name.startsWith(prefix) && files.onlyKeyExists(name)) {
        empty.add(name);
      }
    }
    return empty;
  }

  /**
   * Reads every key from a map, as {@link #read(Configuration)} does but without variables.
   *
   * @throws InvalidConfigurationException with every problem found
   */
  public ConfigurationSnapshot read(Map<String, String> map) throws InvalidConfigurationException {
    return read(new TreeSet<>(map.keySet()), map::get);
  }

  private ConfigurationSnapshot read(Set<String> present, UnaryOperator<String> lookup)
      throws InvalidConfigurationException {
    for (String sentence : unknown(present)) {
      LOG.warn("Feature {} ignores {}", feature, sentence);
    }
    List<String> problems = new ArrayList<>();
    Map<String, Object> values = new LinkedHashMap<>();
    Set<String> refused = new LinkedHashSet<>();
    for (ConfigurationKey<?> key : keys.values()) {
      try {
        values.put(key.name(), value(key, lookup));
      } catch (IllegalArgumentException e) {
        problems.add(e.getMessage());
        refused.add(key.name());
      }
    }
    ConfigurationSnapshot settings =
        new ConfigurationSnapshot(this, Collections.unmodifiableMap(values), refused);
    problems.addAll(violations(settings));
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(feature, problems);
    }
    return settings;
  }

  /**
   * Returns one sentence for each unknown name under the prefix, suggesting the nearest key. For
   * callers that refuse unknown names, such as a command checking its arguments.
   *
   * @param names names outside the prefix are not looked at
   * @return never null
   */
  public List<String> unknown(Collection<String> names) {
    List<String> sentences = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(prefix) && !keys.containsKey(name)) {
        sentences.add(unknown(name));
      }
    }
    return sentences;
  }

  /**
   * Returns the sentences of the rules that the settings violate; rules that read a refused value
   * are skipped.
   */
  public List<String> violations(ConfigurationSnapshot settings) {
    List<String> sentences = new ArrayList<>();
    for (CrossKeyValidator rule : rules) {
      String sentence;
      try {
        sentence = rule.violation(settings);
      } catch (ConfigurationSnapshot.RefusedValue e) {
        continue;
      } catch (RuntimeException e) {
        sentence = "a check across the keys of " + feature + " failed with " + e + ": report it.";
      }
      if (sentence != null && !sentence.isEmpty()) {
        sentences.add(sentence);
      }
    }
    return sentences;
  }

  private static Object value(ConfigurationKey<?> key, UnaryOperator<String> lookup) {
    String text;
    try {
      text = lookup.apply(key.name());
    } catch (IllegalStateException e) { // variables nested too deeply
      throw new IllegalArgumentException(
          key + " cannot be expanded (" + e.getMessage() + "): correct or remove it.", e);
    }
    return text == null ? key.defaultValue() : key.parse(text.trim());
  }

  private String unknown(String name) {
    String nearest = NameSuggester.of(name, keys.keySet());
    if (nearest == null) {
      return "unknown key " + name + ": remove it.";
    }
    int distance = NameSuggester.distance(name, nearest);
    boolean likely = distance <= Math.max(3, (name.length() - prefix.length()) / 3);
    return "unknown key "
        + name
        + (likely
            ? ": did you mean " + nearest + "?"
            : ": the nearest known key is " + nearest + ".")
        + " Correct or remove it.";
  }

  /** Returns the feature's name; never null. */
  public String feature() {
    return feature;
  }

  /** Returns the common prefix of the keys, ending with a dot; never null. */
  public String prefix() {
    return prefix;
  }

  /** Returns the keys in declaration order; unmodifiable. */
  public List<ConfigurationKey<?>> keys() {
    return Collections.unmodifiableList(
        Arrays.asList(keys.values().toArray(new ConfigurationKey<?>[0])));
  }
}
