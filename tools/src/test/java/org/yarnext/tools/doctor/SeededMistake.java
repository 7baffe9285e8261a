// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
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
  final Map<String, String> changes = new LinkedHashMap<>();
  final String place;
  final String fix;

  /**
   * @param features what is enabled before, in mode on
   * @param change file, key and value with a vertical bar between them; without a value the key is
   *     removed; several with semicolons
   */
  SeededMistake(String text, String features, String change, String place, String fix) {
    this.text = text;
    this.features = features;
    this.place = place;
    this.fix = fix;
    for (String one : change.split(";;")) {
      int value = one.indexOf('|', one.indexOf('|') + 1);
      changes.put(
          value < 0 ? one : one.substring(0, value), value < 0 ? null : one.substring(value + 1));
    }
  }

  /** Spoils the files. */
  void apply(ConfigurationFixture fixture) throws IOException {
    for (Map.Entry<String, String> change : changes.entrySet()) {
      String[] where = change.getKey().split("\\|");
      String file = where[0] + ".xml";
      Map<String, String> values = ConfigurationFixture.values(fixture.file(file));
      if (change.getValue() == null) {
        values.remove(where[1]);
      } else {
        values.put(where[1], change.getValue());
      }
      write(fixture, file, values);
    }
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
