// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/** State of a running daemon, parsed from its {@code /jmx} page. Immutable. */
public final class JmxPage {
  private static final String RUNTIME = "/jmx?qry=java.lang:type=Runtime";
  private static final String FEATURES = "/jmx?qry=Hadoop:service=*,name=*";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PACK = Pattern.compile("yarnext-common-([^/:]+?)\\.jar");
  private static final Pattern HADOOP = Pattern.compile("hadoop-common-(\\d[^/:]*?)\\.jar");

  private final String daemon;
  private final long aheadMs;
  private final JsonNode beans;

  private JmxPage(String daemon, long aheadMs, JsonNode beans) {
    this.daemon = daemon;
    this.aheadMs = aheadMs;
    this.beans = beans;
  }

  /**
   * Requests the metrics of a daemon and, if wanted, its versions.
   *
   * @param daemon name of the daemon, for messages
   * @throws ToolException if it does not answer as a daemon does
   */
  public static JmxPage fetch(String daemon, DaemonClient client, boolean withVersions)
      throws ToolException {
    DaemonClient.Answer features = client.get(FEATURES);
    return withVersions
        ? read(daemon, features.aheadMs(), features.text(), client.get(RUNTIME).text())
        : read(daemon, features.aheadMs(), features.text());
  }

  /**
   * @param daemon name of the daemon, for messages
   * @param aheadMs by how many ms the daemon's clock is ahead of this host's
   * @param texts parts of the page
   * @throws ToolException if one of them is not a /jmx page
   */
  public static JmxPage read(String daemon, long aheadMs, String... texts) throws ToolException {
    ArrayNode all = JSON.createArrayNode();
    try {
      for (String text : texts) {
        JsonNode beans = JSON.readTree(text).path("beans");
        if (!beans.isArray()) {
          throw new ToolException(
              "The page of " + daemon + " has no beans: give the web address of a daemon.");
        }
        beans.forEach(all::add);
      }
      return new JmxPage(daemon, aheadMs, all);
    } catch (JsonProcessingException e) {
      throw new ToolException(
          "The answer of " + daemon + " is not a /jmx page: give the web address of a daemon.", e);
    } catch (IOException e) {
      throw new ToolException(
          "The answer of " + daemon + " cannot be read (" + e + "): try again.", e);
    }
  }

  public String daemon() {
    return daemon;
  }

  public long aheadMs() {
    return aheadMs;
  }

  public JsonNode beans() {
    return beans;
  }

  /**
   * Returns the versions of the pack, from the names of the jars that the daemon has loaded;
   * several if versions are mixed.
   */
  public Set<String> packVersions() {
    return versions(PACK);
  }

  public Set<String> hadoopVersions() {
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

  /**
   * Returns the specification version of the daemon's Java, such as 1.8 or 17; empty if unknown.
   */
  public String javaVersion() {
    String version = runtime("SpecVersion");
    for (JsonNode property : runtime().path("SystemProperties")) {
      if (property.path("key").asText().equals("java.specification.version")) {
        version = property.path("value").asText();
      }
    }
    return version;
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
