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

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Lets containers find Hadoop, Tez and the examples through the class path of this JVM.
 *
 * <p>The class path is written into the manifest of one jar: some hundred entries would otherwise
 * be repeated in the environment of every container, and may exceed its limit.
 */
final class ContainerClassPath {

  private ContainerClassPath() {}

  static Path writeJar(Path jar) throws IOException {
    StringBuilder entries = new StringBuilder();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      File file = new File(entry).getAbsoluteFile();
      if (!entry.isEmpty() && file.exists()) {
        entries.append(file.toURI().toASCIIString()).append(' ');
      }
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, entries.toString().trim());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      out.finish();
    }
    return jar;
  }
}
