// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tools.ToolException;

/** The state of a running daemon as its {@code /jmx} page shows it. Immutable. */
final class LivePage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PACK = Pattern.compile("yarnext-common-([^/:]+?)\\.jar");
  private static final Pattern HADOOP = Pattern.compile("hadoop-common-(\\d[^/:]*?)\\.jar");

  private final String daemon;
  private final long aheadMs;
  private final JsonNode beans;

  private LivePage(String daemon, long aheadMs, JsonNode beans) {
    this.daemon = daemon;
    this.aheadMs = aheadMs;
    this.beans = beans;
  }

  /**
   * @param daemon name of the daemon, for messages
   * @param text content of the page
   * @param aheadMs by how many ms the daemon's clock is ahead of this host's
   * @throws ToolException if it is not a /jmx page
   */
  static LivePage read(String daemon, String text, long aheadMs) throws ToolException {
    try {
      JsonNode beans = JSON.readTree(text).path("beans");
      if (!beans.isArray()) {
        throw new ToolException(daemon + " shows no beans: is it the web address of a daemon?");
      }
      return new LivePage(daemon, aheadMs, beans);
    } catch (IOException e) {
      throw new ToolException("What " + daemon + " answers cannot be read: " + e, e);
    }
  }

  String daemon() {
    return daemon;
  }

  long aheadMs() {
    return aheadMs;
  }

  JsonNode beans() {
    return beans;
  }

  /**
   * Returns the versions of the pack, from the names of the jars that the daemon has loaded;
   * several if versions are mixed.
   */
  Set<String> packVersions() {
    return versions(PACK);
  }

  Set<String> hadoopVersions() {
    return versions(HADOOP);
  }

  private Set<String> versions(Pattern jar) {
    Set<String> versions = new TreeSet<>();
    Matcher found = jar.matcher(runtime("ClassPath"));
    while (found.find()) {
      if (!found.group(1).endsWith("-tests")) {
        versions.add(found.group(1));
      }
    }
    return versions;
  }

  /** Returns the feature release of the daemon's Java; 0 if unknown. */
  int java() {
    String version = runtime("SpecVersion");
    for (JsonNode property : runtime().path("SystemProperties")) {
      if (property.path("key").asText().equals("java.specification.version")) {
        version = property.path("value").asText();
      }
    }
    return version.isEmpty() ? 0 : HostView.release(version);
  }

  private String runtime(String attribute) {
    return runtime().path(attribute).asText("");
  }

  private JsonNode runtime() {
    for (JsonNode bean : beans) {
      if (bean.path("name").asText().equals("java.lang:type=Runtime")) {
        return bean;
      }
    }
    return JSON.createObjectNode();
  }
}
