// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteFile;
import org.yarnext.tools.site.StockScheduler;

/**
 * View of a configuration for checks: its values, the files that set them, and the hosts' roles.
 */
final class ConfigurationView {
  private static final Pattern EXPORT = Pattern.compile("\\s*(?:export\\s+)?([A-Z_]+)=(\\S.*)");

  private final Path directory;
  private final Map<String, SiteFile> files;
  private final Configuration site;
  private final Configuration all;
  private final List<HostRole> roles;

  /**
   * @param roles the roles of the hosts that read the configuration; empty for all
   */
  ConfigurationView(SiteDirectory directory, Map<String, SiteFile> files, List<HostRole> roles)
      throws ToolException {
    this.directory = directory.path();
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
  List<HostRole> roles() {
    return Collections.unmodifiableList(roles);
  }

  /** Returns the properties of another file of the directory; empty if it cannot be read. */
  Properties properties(String name) {
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(directory.resolve(name))) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      return new Properties();
    }
    return properties;
  }

  /** Returns another file of the directory; null if it is missing or no configuration file. */
  SiteFile other(String name) {
    try {
      return SiteFile.read(name, Files.readAllBytes(directory.resolve(name)));
    } catch (IOException | ToolException e) {
      return null;
    }
  }

  /** Returns whether a name of the directory is a link to a file that does not exist. */
  boolean isBrokenLink(String name) {
    Path file = directory.resolve(name);
    return Files.isSymbolicLink(file) && !Files.exists(file);
  }

  /** Returns the variables that the directory's scripts export, by file and name. */
  Map<String, String> exports() {
    Map<String, String> exports = new TreeMap<>();
    for (String name : new String[] {"hadoop-env.sh", "yarn-env.sh"}) {
      try {
        for (String line : Files.readAllLines(directory.resolve(name), ISO_8859_1)) {
          Matcher export = EXPORT.matcher(line);
          if (export.matches()) {
            String value = export.group(2).replaceFirst("\\s+#.*|\\s*;.*", "");
            exports.put(name + ":" + export.group(1), value.replaceAll("[\"']", ""));
          }
        }
      } catch (IOException e) {
        continue; // There need not be such a script.
      }
    }
    return exports;
  }

  /** Returns the addresses of ZooKeeper's servers, also under the key of earlier versions. */
  String zooKeeper() {
    String former = all.getTrimmed(YarnConfiguration.RM_ZK_ADDRESS);
    return all.getTrimmed(CommonConfigurationKeys.ZK_ADDRESS, former);
  }

  boolean isOn(HostRole role) {
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
