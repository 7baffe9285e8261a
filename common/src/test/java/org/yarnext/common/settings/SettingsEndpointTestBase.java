// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.junit.After;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.conf.reload.LiveConfiguration;

/** Sends requests to a web server of Hadoop's, with Hadoop's authentication by user.name. */
abstract class SettingsEndpointTestBase {
  static final ConfigurationKey<FeatureMode> MODE = ConfigurationKey.mode("f.mode").live();
  static final ConfigurationKey<Integer> LOW = ConfigurationKey.integer("f.low", 1).live();
  static final ConfigurationKey<Integer> HIGH =
      ConfigurationKey.integer("f.high", 10).between(0, 100).live();
  static final ConfigurationKey<Integer> FIXED = ConfigurationKey.integer("f.fixed", 3);
  static final ConfigurationSchema KEYS =
      ConfigurationSchema.of("f", "f.", MODE, LOW, HIGH, FIXED)
          .rule(s -> s.get(LOW) < s.get(HIGH) ? null : "f.low is not below f.high: lower it.");
  static final ConfigurationKey<Integer> OTHER = ConfigurationKey.integer("g.n", 5).live();

  /** Remembers lines as {@code user|target|operation}, with a reason after those that failed. */
  static final class Lines implements AuditLog {
    final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void success(String user, String operation, String target) {
      lines.add(user + "|" + target + "|" + operation);
    }

    @Override
    public void failure(String user, String operation, String target, String reason) {
      lines.add(user + "|" + target + "|" + operation + " FAILED " + reason);
    }
  }

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  final Configuration conf = new Configuration();
  final Lines audit = new Lines();
  LiveConfiguration feature;
  LiveConfiguration other;
  FeatureSettings registered;
  private HttpServer2 server;
  private String root;
  String answer;

  void start(String... initializers) throws Exception {
    conf.set("hadoop.http.filter.initializers", String.join(",", initializers));
    conf.set("hadoop.http.authentication.type", "simple");
    conf.set("hadoop.http.authentication.simple.anonymous.allowed", "true");
    feature = LiveConfiguration.read(KEYS, conf);
    other = LiveConfiguration.read(ConfigurationSchema.of("g", "g.", OTHER), conf);
    SettingsRegistry registry = SettingsRegistry.of(conf);
    registry.serve("TestManager", audit, this::site);
    registered = registry.register("f", feature);
    registry.register("g", other);
    server =
        new HttpServer2.Builder()
            .setName("yarn")
            .setConf(conf)
            .setACL(new AccessControlList(conf.get("yarn.admin.acl", "*"))) // as in YARN
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    root = "http://localhost:" + server.getConnectorAddress(0).getPort();
  }

  void start() throws Exception {
    conf.set("yarn.admin.acl", "root");
    start(
        "org.yarnext.common.explain.DecisionsInitializer",
        AuthenticationFilterInitializer.class.getName());
  }

  private InputStream site(Configuration bootstrap, String file) throws IOException {
    Path path = folder.getRoot().toPath().resolve(file);
    return Files.exists(path) ? Files.newInputStream(path) : null;
  }

  void writeSite(String key, String value) throws IOException {
    Configuration site = new Configuration(false);
    site.set(key, value);
    try (OutputStream out =
        Files.newOutputStream(folder.getRoot().toPath().resolve("yarn-site.xml"))) {
      site.writeXml(out);
    }
  }

  @After
  public void stop() throws Exception {
    SettingsRegistry.of(conf).features().forEach(FeatureSettings::close);
    if (server != null) {
      server.stop();
    }
  }

  HttpURLConnection open(String query) throws IOException {
    return (HttpURLConnection) new URL(root + "/yarnext/settings" + query).openConnection();
  }

  int put(String query, String body) throws IOException {
    return put(query, body.getBytes(UTF_8), true);
  }

  int put(String query, byte[] body, boolean withHeader) throws IOException {
    HttpURLConnection connection = open(query);
    connection.setRequestMethod("PUT");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    if (withHeader) {
      connection.setRequestProperty("X-XSRF-HEADER", "");
    }
    try (OutputStream out = connection.getOutputStream()) {
      out.write(body);
    }
    int status = connection.getResponseCode();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      IOUtils.copyBytes(in, bytes, 4096, false);
    }
    answer = new String(bytes.toByteArray(), UTF_8);
    return status;
  }

  JsonNode shown(String key) throws IOException {
    try (InputStream in = open("?user.name=eve").getInputStream()) {
      for (JsonNode each : new ObjectMapper().readTree(in).path("settings")) {
        if (each.path("key").asText().equals(key)) {
          return each;
        }
      }
    }
    throw new AssertionError(key);
  }

  void assertNothingChanged() {
    assertEquals(Integer.valueOf(10), feature.current().get(HIGH));
    assertEquals(Integer.valueOf(1), feature.current().get(LOW));
    assertEquals(FeatureMode.OFF, feature.current().get(MODE));
    assertEquals(Integer.valueOf(5), other.current().get(OTHER));
    assertEquals(Collections.emptyMap(), feature.overrides());
    assertEquals(Collections.emptyMap(), other.overrides());
  }
}
