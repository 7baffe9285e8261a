// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.log4j.LogManager;
import org.apache.log4j.PropertyConfigurator;

/**
 * Redirects the logs of daemons and clients of this JVM to a file, so that the terminal shows only
 * results.
 */
public final class DaemonLog {

  /** Referenced here, because java.util.logging forgets the level of an unreferenced logger. */
  private static final Logger ROOT = Logger.getLogger("");

  private DaemonLog() {}

  public static void into(Path file) {
    Properties log = new Properties();
    log.setProperty("log4j.rootLogger", "INFO, file");
    log.setProperty("log4j.appender.file", "org.apache.log4j.FileAppender");
    log.setProperty("log4j.appender.file.file", file.toString());
    log.setProperty("log4j.appender.file.append", "true");
    log.setProperty("log4j.appender.file.layout", "org.apache.log4j.PatternLayout");
    log.setProperty(
        "log4j.appender.file.layout.ConversionPattern", "%d{ISO8601} %p %c{1} [%t] %m%n");
    LogManager.resetConfiguration();
    PropertyConfigurator.configure(log);
    // Silences Jersey and Guice.
    ROOT.setLevel(Level.OFF);
  }
}
