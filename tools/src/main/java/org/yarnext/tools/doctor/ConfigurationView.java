// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.Role;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteFile;
import org.yarnext.tools.site.StockScheduler;

/**
 * View of a configuration for checks: its values, the files that set them, and the hosts' roles.
 */
final class ConfigurationView {
  private final Map<String, SiteFile> files;
  private final Configuration site;
  private final Configuration all;
  private final List<Role> roles;

  /**
   * @param roles the roles of the hosts that read the configuration; empty for all
   */
  ConfigurationView(SiteDirectory directory, Map<String, SiteFile> files, List<Role> roles)
      throws ToolException {
    this.files = files;
    this.site = directory.values(files, false);
    this.all = directory.values(files, true);
    this.roles = roles;
  }

  Map<String, SiteFile> files() {
    return Collections.unmodifiableMap(files);
  }

  /** Returns the values with Hadoop's defaults. */
  Configuration all() {
    return all;
  }

  /** Returns the values that the directory sets. */
  Configuration site() {
    return site;
  }

  /** Returns the roles of the hosts; empty for all. */
  List<Role> roles() {
    return Collections.unmodifiableList(roles);
  }

  boolean isOn(Role role) {
    return roles.isEmpty() || roles.contains(role);
  }

  StockScheduler scheduler() {
    return StockScheduler.of(all);
  }

  boolean flag(String key) {
    return all.getBoolean(key, false);
  }

  /** Returns a feature's mode; OFF if the value is invalid, which another check reports. */
  FeatureMode mode(ConfigurationKey<FeatureMode> key) {
    try {
      return FeatureMode.parse(all.get(key.name(), "off"));
    } catch (IllegalArgumentException e) {
      return FeatureMode.OFF;
    }
  }

  boolean decides(ConfigurationKey<FeatureMode> key) {
    return mode(key).decides();
  }

  /** Returns the trimmed items of a list; of Hadoop's default if the list is not set. */
  List<String> list(String key) {
    List<String> items = new ArrayList<>();
    for (String item : all.getTrimmedStrings(key)) {
      if (!item.isEmpty()) {
        items.add(item);
      }
    }
    return items;
  }

  boolean lists(String key, String item) {
    return list(key).contains(item);
  }

  /** Returns a key with the file that sets it or should set it. */
  String at(String key) {
    List<String> names =
        Arrays.asList(
            SiteDirectory.TEZ,
            SiteDirectory.MAPRED,
            SiteDirectory.CAPACITY,
            SiteDirectory.YARN,
            SiteDirectory.CORE);
    for (String name : names) {
      if (files.containsKey(name) && files.get(name).entry(key) != null) {
        return name + ":" + key;
      }
    }
    String name =
        key.startsWith("tez.")
            ? SiteDirectory.TEZ
            : key.startsWith("hadoop.")
                ? SiteDirectory.CORE
                : key.startsWith("yarn.scheduler.capacity.")
                    ? SiteDirectory.CAPACITY
                    : SiteDirectory.YARN;
    return name + ":" + key;
  }

  /** Returns {@code key=value}, for messages. */
  String value(String key) {
    return key + "=" + all.getTrimmed(key, "");
  }
}
