// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Manifest of the jars that are installed in a Hadoop home, stored there as JSON. Immutable. */
final class InstallManifest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final int FORMAT = 1;

  private final String version;
  private final Set<HostRole> roles;
  private final boolean complete;
  private final Map<String, PluginJar> jars;

  /**
   * @param version version of all jars; empty if there are none
   * @param complete false while jars are copied or removed
   * @param jars the jars by path; while incomplete, also jars that may still be there
   */
  InstallManifest(
      String version, Collection<HostRole> roles, boolean complete, Map<String, PluginJar> jars) {
    this.version = version;
    this.roles = roles.isEmpty() ? EnumSet.noneOf(HostRole.class) : EnumSet.copyOf(roles);
    this.complete = complete;
    this.jars = Collections.unmodifiableMap(new TreeMap<>(jars));
  }

  /** Returns the manifest of a home in which nothing is installed. */
  static InstallManifest none() {
    return new InstallManifest("", Collections.emptySet(), true, Collections.emptyMap());
  }

  String version() {
    return version;
  }

  Set<HostRole> roles() {
    return Collections.unmodifiableSet(roles);
  }

  boolean isComplete() {
    return complete;
  }

  Map<String, PluginJar> jars() {
    return jars;
  }

  byte[] write() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("format", FORMAT);
    json.put("version", version);
    json.put("complete", complete);
    roles.forEach(role -> json.withArray("roles").add(role.text()));
    for (PluginJar jar : jars.values()) {
      ObjectNode file = json.withArray("files").addObject();
      file.put("path", jar.path());
      file.put("sha512", jar.sha512());
      jar.roles().forEach(role -> file.withArray("roles").add(role.text()));
    }
    return JSON.writeValueAsBytes(json);
  }

  /**
   * Parses a manifest.
   *
   * @throws IOException if it has another format or names no role
   */
  static InstallManifest read(byte[] bytes) throws IOException {
    JsonNode json = JSON.readTree(bytes);
    if (json == null || json.path("format").asInt() != FORMAT) {
      throw new IOException("its format is not " + FORMAT);
    }
    Map<String, PluginJar> jars = new TreeMap<>();
    for (JsonNode file : json.path("files")) {
      String path = file.path("path").asText();
      jars.put(
          path, new PluginJar(path, file.path("sha512").asText(), roles(file.path("roles")), null));
    }
    return new InstallManifest(
        json.path("version").asText(),
        roles(json.path("roles")),
        json.path("complete").asBoolean(),
        jars);
  }

  private static Set<HostRole> roles(JsonNode names) throws IOException {
    Set<HostRole> roles = EnumSet.noneOf(HostRole.class);
    try {
      names.forEach(name -> roles.add(HostRole.valueOf(name.asText().toUpperCase(Locale.ROOT))));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (roles.isEmpty()) {
      throw new IOException("it names no role");
    }
    return roles;
  }
}
