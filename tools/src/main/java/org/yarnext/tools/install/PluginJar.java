// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.codec.digest.DigestUtils;

/** A plugin jar: its path in a Hadoop home, its roles and its checksum. Immutable. */
final class PluginJar {
  private final String path;
  private final String sha512;
  private final Set<HostRole> roles;
  private final Path source;

  /**
   * @param path relative to the Hadoop home, with slashes
   * @param sha512 SHA-512 of its bytes, in lower-case hexadecimal
   * @param roles the roles that need it, at least one
   * @param source the file to copy it from; null if unknown
   */
  PluginJar(String path, String sha512, Set<HostRole> roles, Path source) {
    this.path = Objects.requireNonNull(path, "path");
    this.sha512 = Objects.requireNonNull(sha512, "sha512");
    this.roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    this.source = source;
  }

  /** Returns the SHA-512 of a file's bytes, in lower-case hexadecimal. */
  static String sha512(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return DigestUtils.sha512Hex(in);
    }
  }

  /** Returns this jar for the given roles only. */
  PluginJar forRoles(Set<HostRole> only) {
    return new PluginJar(path, sha512, only, source);
  }

  String path() {
    return path;
  }

  String sha512() {
    return sha512;
  }

  Set<HostRole> roles() {
    return roles;
  }

  /** Returns the file to copy the jar from; null if the jar was read from a manifest. */
  Path source() {
    return source;
  }
}
