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
package org.yarnext.minicluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what MapReduce's Application Masters leave for a job history server, of which there is
 * none.
 */
public final class HistoryFiles {
  private HistoryFiles() {}

  /**
   * The histories of all jobs that have ended.
   *
   * @param intermediate {@code mapreduce.jobhistory.intermediate-done-dir}; need not exist yet
   */
  public static List<Path> in(Path intermediate) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(intermediate)) {
      try (DirectoryStream<Path> users = Files.newDirectoryStream(intermediate)) {
        for (Path user : users) {
          try (DirectoryStream<Path> histories = Files.newDirectoryStream(user, "*.jhist")) {
            histories.forEach(found::add);
          }
        }
      }
    }
    return found;
  }
}
