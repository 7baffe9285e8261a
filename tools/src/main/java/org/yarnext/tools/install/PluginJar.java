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

/**
 * A plugin jar: where it belongs in a Hadoop home, for which roles, and what is in it. Immutable.
 */
final class PluginJar {
  private final String path;
  private final String sha512;
  private final Set<Role> roles;
  private final Path source;

  /**
   * @param path relative to the Hadoop home, with slashes
   * @param sha512 of its bytes, in lower-case hexadecimal digits
   * @param roles that need it, at least one
   * @param source where it is copied from; null if that is not known
   */
  PluginJar(String path, String sha512, Set<Role> roles, Path source) {
    this.path = Objects.requireNonNull(path, "path");
    this.sha512 = Objects.requireNonNull(sha512, "sha512");
    this.roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    this.source = source;
  }

  /** The SHA-512 of a file's bytes, in lower-case hexadecimal digits. */
  static String sha512(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return DigestUtils.sha512Hex(in);
    }
  }

  /** The same jar, needed by these roles alone. */
  PluginJar forRoles(Set<Role> only) {
    return new PluginJar(path, sha512, only, source);
  }

  String path() {
    return path;
  }

  String sha512() {
    return sha512;
  }

  Set<Role> roles() {
    return roles;
  }

  /** Null if it was read from a manifest. */
  Path source() {
    return source;
  }
}
