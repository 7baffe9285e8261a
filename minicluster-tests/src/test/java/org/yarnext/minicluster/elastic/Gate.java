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
package org.yarnext.minicluster.elastic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yarnext.minicluster.Await;

/** Holds tasks until it is opened: those who look for its file. */
final class Gate {
  private final Path file;

  Gate(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /** A command that ends well once the gate is open. */
  String command() {
    return "until [ -e '" + file + "' ]; do sleep 0.1; done";
  }

  void open() {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void awaitOpen(Path file, long timeoutMs) {
    Await.until(file + " to be there", timeoutMs, () -> Files.exists(file));
  }
}
