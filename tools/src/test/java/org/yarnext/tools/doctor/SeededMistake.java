// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.configure.ConfigurationFixture;

/** A change that spoils a configuration, and what doctor has to say of it. */
final class SeededMistake {
  /** Settings that federation and its sample expect. */
  static final Map<String, String> FEDERATED;

  static {
    Map<String, String> keys = new TreeMap<>();
    keys.put("yarn.federation.enabled", "true");
    keys.put("yarn.resourcemanager.cluster-id", "sc0");
    keys.put(
        "yarn.federation.state-store.class",
        "org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore");
    keys.put("hadoop.zk.address", "zk1:2181");
    keys.put("hadoop.zk.auth", "digest:yarn:secret");
    keys.put("hadoop.zk.acl", "auth::rwcda");
    FEDERATED = Collections.unmodifiableMap(keys);
  }

  final String text;
  final String features;
  private final String[] changes;
  final String place;
  final String fix;

  private SeededMistake(String[] fields) {
    this.text = fields[0];
    this.features = fields[1];
    this.changes = fields[2].split(";;");
    this.place = fields.length > 3 ? fields[3] : "";
    this.fix = fields.length > 4 ? fields[4] : "";
  }

  /** Reads a table, whose comments say what its fields are. */
  static List<SeededMistake> all(String table) throws IOException {
    List<SeededMistake> all = new ArrayList<>();
    try (InputStream in = SeededMistake.class.getResourceAsStream(table);
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          all.add(new SeededMistake(line.split(" :: ")));
        }
      }
    }
    return all;
  }

  /** Spoils the files. */
  void apply(ConfigurationFixture fixture) throws IOException {
    for (String change : changes) {
      int plus = change.indexOf('+');
      int bar = change.indexOf('|');
      if (plus > 0 && (bar < 0 || plus < bar)) {
        append(fixture, change.substring(0, plus), change.substring(plus + 1));
        continue;
      }
      String[] words = change.split("\\|", 3);
      String file = words[0] + ".xml";
      Map<String, String> values = ConfigurationFixture.values(fixture.file(file));
      if (words.length < 3) {
        values.remove(words[1]);
      } else {
        values.put(words[1], words[2]);
      }
      write(fixture, file, values);
    }
  }

  /** Adds a text at the end of a file, in its root element if it has one. */
  private static void append(ConfigurationFixture fixture, String name, String text)
      throws IOException {
    Path file = fixture.file(name);
    String before = Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
    int end = before.lastIndexOf("</configuration>");
    fixture.write(name, end < 0 ? text : before.substring(0, end) + text + before.substring(end));
  }

  /** Writes a file with these values. */
  static void write(ConfigurationFixture fixture, String file, Map<String, String> values)
      throws IOException {
    String[] pairs = new String[2 * values.size()];
    int i = 0;
    for (Map.Entry<String, String> each : values.entrySet()) {
      pairs[i++] = each.getKey();
      pairs[i++] = each.getValue().replace("&", "&amp;").replace("<", "&lt;");
    }
    fixture.properties(file, pairs);
  }
}
