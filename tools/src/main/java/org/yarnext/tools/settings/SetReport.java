// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.cluster.ClusterDaemon;

/** Tables of daemons' settings, and of the results of a change, for a terminal. */
final class SetReport {
  private final SettingChange wanted;
  private final Map<ClusterDaemon, SettingsPage> pages;
  private final Map<ClusterDaemon, String> results = new LinkedHashMap<>();

  /**
   * @param pages settings of the daemons to change, before the change
   */
  SetReport(SettingChange wanted, Map<ClusterDaemon, SettingsPage> pages) {
    this.wanted = wanted;
    this.pages = pages;
  }

  /** Records the result of the change in a daemon. */
  void put(ClusterDaemon daemon, String result) {
    results.put(daemon, result);
  }

  /** Returns a table of daemon, key, old value, new value and result. */
  List<String> lines(int limit) {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("daemon", "key", "old", "new", "result"));
    results.entrySet().stream()
        .limit(limit)
        .forEach(
            entry -> {
              SettingsPage page = pages.get(entry.getKey());
              wanted
                  .after(page)
                  .forEach(
                      (key, value) ->
                          table.add(
                              Arrays.asList(
                                  entry.getKey().toString(),
                                  key,
                                  shown(page.settings().get(key).value),
                                  shown(value),
                                  entry.getValue())));
            });
    List<String> lines = new ArrayList<>(TextTable.aligned(table));
    if (results.size() > limit) {
      lines.add(results.size() - limit + " more daemons: raise --limit to see them.");
    }
    return lines;
  }

  private static String shown(String value) {
    return value.isEmpty() ? "(empty)" : value;
  }

  /**
   * Returns a table of the settings of daemons: key, value in effect, value in the files, kinds and
   * number of daemons, and who changed it. Daemons with the same values share a line.
   */
  static List<String> list(Map<ClusterDaemon, SettingsPage> pages) {
    Map<String, Map<List<String>, Set<ClusterDaemon>>> byKey = new TreeMap<>();
    pages.forEach(
        (daemon, page) ->
            page.settings()
                .forEach(
                    (key, setting) ->
                        byKey
                            .computeIfAbsent(key, any -> new LinkedHashMap<>())
                            .computeIfAbsent(
                                Arrays.asList(
                                    key,
                                    shown(setting.value),
                                    shown(setting.file),
                                    setting.isLive ? "yes" : "no",
                                    setting.changedBy == null ? "-" : setting.changedBy),
                                any -> new LinkedHashSet<>())
                            .add(daemon)));
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("key", "value", "file", "live", "changed by", "daemons"));
    for (Map<List<String>, Set<ClusterDaemon>> same : byKey.values()) {
      same.forEach(
          (values, daemons) -> {
            List<String> line = new ArrayList<>(values);
            line.add(kinds(daemons));
            table.add(line);
          });
    }
    return TextTable.aligned(table);
  }

  /** Returns kinds and numbers, such as {@code NodeManager 12, ResourceManager 1}. */
  static String kinds(Collection<ClusterDaemon> daemons) {
    Map<String, Integer> counts = new TreeMap<>();
    daemons.forEach(daemon -> counts.merge(daemon.kind().text(), 1, Integer::sum));
    Set<String> parts = new TreeSet<>();
    counts.forEach((kind, count) -> parts.add(kind + " " + count));
    return String.join(", ", parts);
  }
}
