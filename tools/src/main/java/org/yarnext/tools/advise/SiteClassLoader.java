// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/**
 * Class loader that finds Hadoop's configuration files in a given directory and never on the class
 * path, for schedulers that look for them there. It loads no classes from the directory.
 */
final class SiteClassLoader extends ClassLoader {
  private final Path directory;

  private SiteClassLoader(Path directory, ClassLoader parent) {
    super(parent);
    this.directory = directory;
  }

  /** Runs a task that finds configuration files in the directory. */
  static <T> T call(Path directory, Callable<T> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new SiteClassLoader(directory, before));
    try {
      return work.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public URL getResource(String name) {
    boolean isFileName = name.endsWith(".xml") && name.indexOf('/') < 0;
    Path file = isFileName ? directory.resolve(name) : null;
    if (file != null && Files.isRegularFile(file)) {
      try {
        return file.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new UncheckedIOException(e);
      }
    }
    boolean isOperators =
        name.endsWith("-site.xml")
            || name.equals("capacity-scheduler.xml")
            || name.equals("fair-scheduler.xml")
            || name.equals("resource-types.xml");
    return isOperators ? null : super.getResource(name);
  }
}
