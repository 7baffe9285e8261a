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
  private static final String VARIABLE = "HADOOP_CONF_DIR";

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
    if (!isGiven(given)) {
      throw ToolException.misuse("Name the configuration with --conf, or set HADOOP_CONF_DIR.");
    }
    return given == null ? Paths.get(System.getenv(VARIABLE)) : given;
  }

  /** Returns whether a configuration directory was given, or is named by the environment. */
  public static boolean isGiven(Path given) {
    String environment = System.getenv(VARIABLE);
    return given != null || environment != null && !environment.isEmpty();
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
    return timeoutMs(spec, timeoutSeconds);
  }

  /**
   * Returns a timeout in ms.
   *
   * @param seconds what {@code --timeout} of the command has
   * @throws ParameterException if it is out of bounds
   */
  public static int timeoutMs(CommandSpec spec, int seconds) {
    if (seconds < 1 || seconds > 3600) {
      throw new ParameterException(
          spec.commandLine(), "--timeout " + seconds + " is outside 1..3600: correct it.");
    }
    return seconds * 1000;
  }
}
