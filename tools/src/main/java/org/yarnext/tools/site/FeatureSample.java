// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.common.FeatureMode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.HostRole;

/** Settings of a feature, read from its directory of conf-samples. Immutable. */
final class FeatureSample {
  private final Map<String, List<Setting>> settings = new LinkedHashMap<>();

  private FeatureSample() {}

  /** Returns the settings by file, in the sample's order; a key may appear twice. */
  Map<String, List<Setting>> settings() {
    return settings;
  }

  /**
   * Reads the sample of a feature.
   *
   * @param samples the directory conf-samples
   * @param selection the selection that contains the feature
   * @throws ToolException if the sample does not exist
   */
  static FeatureSample read(
      Path samples,
      Feature feature,
      FeatureMode mode,
      StockScheduler scheduler,
      FeatureSelection selection)
      throws IOException, ToolException {
    String name =
        feature == Feature.ELASTIC
            ? scheduler == StockScheduler.FAIR ? "elastic-fair" : "elastic-capacity"
            : feature.text();
    Path directory = samples.resolve(name);
    FeatureSample sample = new FeatureSample();
    if (feature == Feature.FEDERATION && selection.isClientOnly()) {
      sample.add(directory, "yarn-client.xml", SiteDirectory.YARN);
      return sample;
    }
    if (feature == Feature.FEDERATION && selection.member().zooKeeper() != null) {
      sample.add(directory, "yarn-sub-cluster.xml", SiteDirectory.YARN);
    }
    if (scheduler == StockScheduler.CAPACITY) {
      sample.add(directory, SiteDirectory.CAPACITY, SiteDirectory.CAPACITY);
    }
    for (String site : new String[] {SiteDirectory.YARN, SiteDirectory.TEZ}) {
      sample.add(directory, site, site);
      if (mode.acts()) {
        sample.add(directory, site.replace(".xml", "-on.xml"), site);
      }
    }
    if (mode.acts()) {
      sample.add(directory, SiteDirectory.MAPRED, SiteDirectory.MAPRED);
    }
    if (feature == Feature.FEDERATION
        && mode.acts()
        && selection.has(HostRole.ROUTER)
        && !selection.has(HostRole.NODEMANAGER)) {
      sample.add(directory, "yarn-router-on.xml", SiteDirectory.YARN);
    }
    if (sample.settings.isEmpty()) {
      throw new ToolException(
          "There is no sample " + directory + ": run bin/yarnext of a complete distribution.");
    }
    return sample;
  }

  private void add(Path directory, String name, String target) throws IOException, ToolException {
    Path file = directory.resolve(name);
    if (Files.exists(file)) {
      SiteFile text = SiteFile.read(file.toString(), Files.readAllBytes(file));
      for (SiteEntry entry : text.entries()) {
        String before = text.withComments(entry);
        int at = before.length() - (entry.end() - entry.valueStart());
        int end = before.length() - (entry.end() - entry.valueEnd());
        settings
            .computeIfAbsent(target, any -> new ArrayList<>())
            .add(
                new Setting(
                    entry.name(),
                    entry.value(),
                    before.substring(0, at) + Setting.VALUE + before.substring(end)));
      }
    }
  }

  /** Returns a sample's setting with another value. */
  static Setting with(Setting sample, String value) {
    return new Setting(sample.key(), value, sample.template());
  }
}
