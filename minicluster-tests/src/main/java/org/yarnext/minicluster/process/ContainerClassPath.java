// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Merges this JVM's class path, with Hadoop, Tez and the examples, into one jar for containers.
 * Otherwise each container's environment would repeat some hundred entries, and a JVM starts a
 * third faster with one jar. The jar is written once for a class path and shared by all clusters.
 */
public final class ContainerClassPath {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String VERSIONS = "META-INF/versions/";
  private static final String SERVICES = "META-INF/services/";

  /** The jar of this JVM's class path; null until first requested. */
  private static Path jar;

  private final Set<String> written = new HashSet<>();
  private final Map<String, ByteArrayOutputStream> services = new LinkedHashMap<>();
  private final ZipOutputStream out;

  private ContainerClassPath(ZipOutputStream out) {
    this.out = out;
  }

  /** Returns the jar of this JVM's class path. Writes it if it does not exist. */
  public static synchronized Path jar() throws IOException {
    if (jar == null) {
      jar = home().resolve("container-classes-" + fingerprint(classPath()) + ".jar");
    }
    if (Files.exists(jar)) {
      Files.setLastModifiedTime(jar, FileTime.from(Instant.now()));
    } else {
      deleteUnused();
      Path part = Files.createTempFile(jar.getParent(), "container-classes", ".part");
      try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(part), 1 << 20);
          ZipOutputStream zip = new ZipOutputStream(file)) {
        zip.setMethod(ZipOutputStream.STORED);
        new ContainerClassPath(zip).merge(classPath());
      }
      // Another JVM may have written the same jar, which the move replaces atomically.
      Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  private static List<File> classPath() {
    List<File> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      File file = new File(entry).getAbsoluteFile();
      if (!entry.isEmpty() && file.exists()) {
        entries.add(file);
      }
    }
    return entries;
  }

  /** Deletes jars that no JVM has requested for two hours, such as those of earlier builds. */
  private static void deleteUnused() throws IOException {
    Instant unused = Instant.now().minus(2, ChronoUnit.HOURS);
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(home(), "container-classes-*.jar")) {
      for (Path jar : jars) {
        try {
          if (Files.getLastModifiedTime(jar).toInstant().isBefore(unused)) {
            Files.delete(jar);
          }
        } catch (NoSuchFileException e) {
          continue; // another JVM was faster
        }
      }
    }
  }

  /** Returns the build directory, which the build cleans. */
  private static Path home() {
    try {
      return Paths.get(
              ContainerClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a checksum that changes with the name, size or modification time of any file of the
   * class path.
   */
  private static String fingerprint(List<File> entries) throws IOException {
    CRC32 sum = new CRC32();
    for (File entry : entries) {
      for (Path file : files(entry)) {
        String state = file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file);
        sum.update(state.getBytes(StandardCharsets.UTF_8));
      }
    }
    return Long.toHexString(sum.getValue());
  }

  private static List<Path> files(File entry) throws IOException {
    try (Stream<Path> all = Files.walk(entry.toPath())) {
      return all.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    }
  }

  private void merge(List<File> entries) throws IOException {
    // The jar must not be a multi-release jar: in one, Java 17 returns directories with a trailing
    // slash, from which Hadoop's web server derives a wrong path.
    add(MANIFEST, "Manifest-Version: 1.0\n\n".getBytes(StandardCharsets.UTF_8));
    for (File entry : entries) {
      if (entry.isDirectory()) {
        for (Path file : files(entry)) {
          String name = entry.toPath().relativize(file).toString();
          addOnce(name.replace(File.separatorChar, '/'), () -> Files.newInputStream(file));
        }
      } else {
        try (ZipFile jar = new ZipFile(entry)) {
          addAll(jar);
        }
      }
    }
    for (Map.Entry<String, ByteArrayOutputStream> service : services.entrySet()) {
      add(service.getKey(), service.getValue().toByteArray());
    }
  }

  private void addAll(ZipFile jar) throws IOException {
    Enumeration<? extends ZipEntry> all = jar.entries();
    while (all.hasMoreElements()) {
      ZipEntry entry = all.nextElement();
      if (!entry.isDirectory()) {
        addOnce(entry.getName(), () -> jar.getInputStream(entry));
      }
    }
  }

  /**
   * Adds an entry unless its name exists, as on the class path. Provider files of a service are
   * concatenated.
   */
  private void addOnce(String name, Content content) throws IOException {
    String upper = name.toUpperCase(Locale.ROOT);
    boolean isSignature =
        upper.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)") || upper.equals("META-INF/INDEX.LIST");
    if (isSignature || name.startsWith(VERSIONS) || name.equals("module-info.class")) {
      return;
    }
    if (name.startsWith(SERVICES)) {
      ByteArrayOutputStream providers =
          services.computeIfAbsent(name, n -> new ByteArrayOutputStream());
      providers.write(read(content));
      providers.write('\n');
    } else if (!written.contains(name)) {
      add(name, read(content));
    }
  }

  private void add(String name, byte[] bytes) throws IOException {
    // Web servers look up directories, so each needs an entry.
    for (int end = name.indexOf('/'); end > 0; end = name.indexOf('/', end + 1)) {
      if (written.add(name.substring(0, end + 1))) {
        write(name.substring(0, end + 1), new byte[0]);
      }
    }
    written.add(name);
    write(name, bytes);
  }

  private void write(String name, byte[] bytes) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }

  private static byte[] read(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = content.open()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes.write(buffer, 0, n);
      }
    }
    return bytes.toByteArray();
  }

  private interface Content {
    InputStream open() throws IOException;
  }
}
