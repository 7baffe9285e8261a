/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
