// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A sibling Maven module with the class path of Spark or Flink and with test applications. Neither
 * is on the class path of this module. Immutable.
 */
final class ClientModule {
  private final Path build;

  /**
   * @param name its directory, such as spark-3.5
   * @param target directory in that of the module, into which it is built
   */
  ClientModule(String name, String target) {
    try {
      Path classes =
          Paths.get(ClientModule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      build = classes.getParent().resolveSibling(name).resolve(target);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the jars of the framework, as the module's build has found them. */
  List<String> jars() throws IOException {
    String all = new String(Files.readAllBytes(build.resolve("class-path.txt")), UTF_8).trim();
    return Collections.unmodifiableList(Arrays.asList(all.split(File.pathSeparator)));
  }

  /** Returns the jar of the applications. */
  Path application(String name) {
    return build.resolve(name + ".jar");
  }
}
