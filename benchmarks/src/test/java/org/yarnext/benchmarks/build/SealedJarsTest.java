// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.io.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * A distribution may seal packages of Hadoop and Tez to which the pack adds classes. Then daemons
 * load all hooks, which stay stock without these classes; but not the pack's schedulers, whose
 * superclasses are such.
 */
public class SealedJarsTest {
  private static final Path ROOT = Paths.get("..");
  private static final Pattern NAMED = Pattern.compile("org\\.yarnext\\.[\\w.]*\\.[A-Z]\\w*");
  private static final Set<String> SCHEDULERS =
      new TreeSet<>(
          Arrays.asList(
              "org.yarnext.elastic.rm.ElasticCapacityScheduler",
              "org.yarnext.elastic.rm.ElasticFairScheduler",
              "org.yarnext.tez.am.EstimatingTaskScheduler"));

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Returns the classes that the sample configurations name. */
  private static Set<String> hooks() throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path sample : files("conf-samples/.*\\.xml")) {
      Matcher named = NAMED.matcher(new String(Files.readAllBytes(sample), UTF_8));
      while (named.find()) {
        names.add(named.group());
      }
    }
    return names;
  }

  /**
   * Returns the packages of others to which the plugin jars add classes, with slashes at the end.
   */
  private static Set<String> packages() throws IOException {
    return files("(?!minicluster)[^/]+/src/main/java/org/apache/.*\\.java").stream()
        .map(file -> ROOT.relativize(file).toString().replaceFirst(".*/java/", ""))
        .map(file -> file.substring(0, file.lastIndexOf('/') + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> files(String pattern) throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> ROOT.relativize(file).toString().matches(pattern))
          .collect(Collectors.toList());
    }
  }

  /** Returns the class path of this test, in which these packages of Hadoop and Tez are sealed. */
  private URL[] sealed(Set<String> packages) throws IOException {
    List<URL> urls = new ArrayList<>();
    Set<String> found = new TreeSet<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      File file = new File(entry);
      boolean isOfOthers = file.getName().matches("(hadoop|tez)-.*(?<!-tests)\\.jar");
      urls.add((isOfOthers ? sealed(file, packages, found) : file).toURI().toURL());
    }
    assertEquals(packages, found);
    return urls.toArray(new URL[0]);
  }

  private File sealed(File original, Set<String> packages, Set<String> found) throws IOException {
    try (JarFile jar = new JarFile(original)) {
      List<JarEntry> entries = Collections.list(jar.entries());
      Set<String> its = new TreeSet<>(packages);
      its.retainAll(
          entries.stream()
              .filter(each -> each.getName().endsWith(".class"))
              .map(each -> each.getName().substring(0, each.getName().lastIndexOf('/') + 1))
              .collect(Collectors.toSet()));
      if (its.isEmpty()) {
        return original;
      }
      found.addAll(its);
      Manifest manifest = new Manifest(jar.getManifest());
      for (String name : its) {
        Attributes seal = new Attributes();
        seal.put(Attributes.Name.SEALED, "true");
        manifest.getEntries().put(name, seal);
      }
      File copy = folder.newFile(original.getName());
      try (OutputStream file = Files.newOutputStream(copy.toPath());
          JarOutputStream out = new JarOutputStream(file, manifest)) {
        for (JarEntry each : entries) {
          if (!each.getName().equals(JarFile.MANIFEST_NAME)) {
            out.putNextEntry(new JarEntry(each.getName()));
            IOUtils.copyBytes(jar.getInputStream(each), out, 1 << 16, false);
          }
        }
      }
      return copy;
    }
  }

  /** Makes an instance as a daemon does; of a class with other constructors none. */
  private static void load(String name, ClassLoader loader) throws ReflectiveOperationException {
    Class<?> hook = Class.forName(name, true, loader);
    if (Arrays.stream(hook.getConstructors()).anyMatch(each -> each.getParameterCount() == 0)) {
      hook.getConstructor().newInstance();
    }
  }

  private static Map<String, Throwable> failures(URL[] classPath) throws IOException {
    Map<String, Throwable> failures = new TreeMap<>();
    ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
    try (URLClassLoader loader = new URLClassLoader(classPath, platform)) {
      for (String hook : hooks()) {
        try {
          load(hook, loader);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
          failures.put(hook, e);
        }
      }
    }
    return failures;
  }

  @Test
  public void onlySchedulersNeedHadoopsPackages() throws Exception {
    assertTrue(hooks().toString(), hooks().containsAll(SCHEDULERS));
    Map<String, Throwable> failures = failures(sealed(packages()));
    assertEquals(failures.toString(), SCHEDULERS, failures.keySet());
    failures.forEach(
        (hook, e) -> assertTrue(hook + ": " + e, e.toString().contains("sealing violation")));
  }
}
