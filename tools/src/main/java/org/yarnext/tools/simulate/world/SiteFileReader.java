// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.simulate.engine.SimulationException;

/**
 * Reads the operator's site files in HADOOP_CONF_DIR for the run of a trace. The run of a study
 * reads none, so that its results are the same everywhere.
 */
public final class SiteFileReader {
  private static final Set<String> OWN =
      new HashSet<>(
          Arrays.asList("capacity-scheduler.xml", "fair-scheduler.xml", "resource-types.xml"));
  private static final ClassLoader WITHOUT =
      new ClassLoader(SiteFileReader.class.getClassLoader()) {
        @Override
        public URL getResource(String name) {
          return isOperators(name) ? null : super.getResource(name);
        }
      };

  /** Finds files in directories only: site files in jars belong to those jars' tests. */
  private static final class DirectoryOnlyClassLoader extends ClassLoader {
    DirectoryOnlyClassLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    public URL getResource(String name) {
      return isOperators(name) ? inDirectory(name) : super.getResource(name);
    }

    private URL inDirectory(String name) {
      URL first = getParent().getResource(name);
      if (first == null || isInDirectory(first)) {
        return first;
      }
      try {
        return Collections.list(getParent().getResources(name)).stream()
            .filter(DirectoryOnlyClassLoader::isInDirectory)
            .findFirst()
            .orElse(null);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isInDirectory(URL url) {
      return !"jar".equals(url.getProtocol());
    }
  }

  private SiteFileReader() {}

  /** Returns the site files, if enabled, over YARN's defaults. */
  public static Configuration withDefaults(SimulationSettings settings) {
    Configuration conf = base(settings);
    conf.addResource("core-default.xml");
    conf.addResource("yarn-default.xml");
    return over(conf, settings);
  }

  /** Returns only the site files, if enabled. */
  public static Configuration alone(SimulationSettings settings) {
    return over(base(settings), settings);
  }

  private static Configuration base(SimulationSettings settings) {
    Configuration conf = new Configuration(false);
    // Schedulers find their own files with it.
    conf.setClassLoader(
        settings.siteFiles() ? new DirectoryOnlyClassLoader(conf.getClassLoader()) : WITHOUT);
    return conf;
  }

  private static boolean isOperators(String name) {
    return name.endsWith("-site.xml") || OWN.contains(name);
  }

  private static Configuration over(Configuration conf, SimulationSettings settings) {
    if (settings.siteFiles()) {
      conf.addResource("core-site.xml");
      conf.addResource("yarn-site.xml");
    }
    return conf;
  }

  /**
   * Returns a whole number of a configuration, 0 or more.
   *
   * @throws SimulationException if the value is negative or not a whole number
   */
  public static long wholeNumber(Configuration conf, String key, long usual) {
    try {
      long value = conf.getLong(key, usual);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, with the same message as a negative number.
    }
    throw new SimulationException(
        key + "=" + conf.get(key) + " is not a whole number of 0 or more: correct it");
  }
}
