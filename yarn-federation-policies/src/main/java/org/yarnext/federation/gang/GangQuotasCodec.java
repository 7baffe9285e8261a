// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.share.fairness.QueueTree;
import org.yarnext.federation.store.StoredRecord;

/**
 * Encodes and decodes {@link GangQuotas} as a record in ZooKeeper, with one line of text for each
 * queue. Stateless.
 */
final class GangQuotasCodec {
  private static final int MAX_PATH_CHARS = 1_000;

  private GangQuotasCodec() {}

  /**
   * Encodes quotas.
   *
   * @param byPath quota by queue path, in MB
   * @throws IllegalArgumentException if a path or quota is invalid; the message names the queue
   */
  static byte[] toBytes(Map<String, Long> byPath) {
    byPath.keySet().forEach(GangQuotasCodec::checked);
    quotas(byPath);
    StringBuilder text = new StringBuilder();
    new TreeMap<>(byPath).forEach((path, mb) -> text.append(path + "=" + mb + "\n"));
    return text.toString().getBytes(UTF_8);
  }

  /** Decodes quotas, by queue path. */
  static Map<String, Long> byPath(StoredRecord record) {
    Map<String, Long> byPath = new TreeMap<>();
    for (String line : new String(record.data(), UTF_8).split("\n")) {
      int equals = line.indexOf('=');
      byPath.put(checked(line.substring(0, equals)), Long.parseLong(line.substring(equals + 1)));
    }
    return byPath;
  }

  /** Checks the length of a path: building the tree adds every parent's path, too. */
  private static String checked(String path) {
    if (path.length() > MAX_PATH_CHARS) {
      throw new IllegalArgumentException("a queue's path has " + path.length() + " characters");
    }
    return path;
  }

  /** Builds the quotas; the paths define the hierarchy. */
  static GangQuotas quotas(Map<String, Long> byPath) {
    QueueTree.Builder tree = QueueTree.builder();
    Map<String, Integer> numbers = new HashMap<>();
    numbers.put("root", QueueTree.ROOT);
    for (String path : new TreeMap<>(byPath).keySet()) {
      add(tree, numbers, path);
    }
    return GangQuotas.of(tree.build(), byPath);
  }

  private static int add(QueueTree.Builder tree, Map<String, Integer> numbers, String path) {
    Integer known = numbers.get(path);
    if (known != null) {
      return known;
    }
    int dot = path.lastIndexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException("queue " + path + " is not below root");
    }
    int number = tree.add(add(tree, numbers, path.substring(0, dot)), path.substring(dot + 1), 1);
    numbers.put(path, number);
    return number;
  }
}
