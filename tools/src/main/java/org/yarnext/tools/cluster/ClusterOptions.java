// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.site.SiteDirectory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command line options of the tools that query a cluster's daemons. */
public final class ClusterOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description = "the configuration directory (default: HADOOP_CONF_DIR)")
  private Path conf;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "seconds to wait for a daemon, 1 to 3600 (default 10)")
  private int timeoutSeconds;

  /** Returns the configuration directory that was given, or that of the environment. */
  public static Path directory(Path given) throws ToolException {
    String environment = System.getenv("HADOOP_CONF_DIR");
    if (given == null && environment == null) {
      throw new ToolException("Name the configuration with --conf, or set HADOOP_CONF_DIR.");
    }
    return given == null ? Paths.get(environment) : given;
  }

  /** Reads a configuration directory, with Hadoop's defaults. */
  public static Configuration read(Path directory) throws IOException, ToolException {
    SiteDirectory site = SiteDirectory.at(directory);
    return site.values(site.files(), true);
  }

  /** Returns the configuration directory. */
  public Path directory() throws ToolException {
    return directory(conf);
  }

  /**
   * Returns the timeout in ms.
   *
   * @throws ParameterException if it is out of bounds
   */
  public int timeoutMs() {
    if (timeoutSeconds < 1 || timeoutSeconds > 3600) {
      throw new ParameterException(
          spec.commandLine(), "--timeout " + timeoutSeconds + " is outside 1..3600: correct it.");
    }
    return timeoutSeconds * 1000;
  }
}
