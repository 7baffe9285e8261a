// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/** Writes what a ResourceManager in this JVM logs of its containers and applications to a file. */
final class ResourceManagerLines implements AutoCloseable {
  private final List<Logger> loggers =
      Arrays.asList(
          Logger.getLogger(RMAuditLogger.class),
          Logger.getLogger(
              "org.apache.hadoop.yarn.server.resourcemanager.RMAppManager$ApplicationSummary"));

  private final FileAppender appender;

  ResourceManagerLines(Path file) throws IOException {
    appender = new FileAppender(new PatternLayout("%d{ISO8601} %p %c: %m%n"), file.toString());
    for (Logger logger : loggers) {
      logger.addAppender(appender);
      logger.setLevel(Level.INFO);
    }
  }

  @Override
  public void close() {
    loggers.forEach(logger -> logger.removeAppender(appender));
    appender.close();
  }
}
