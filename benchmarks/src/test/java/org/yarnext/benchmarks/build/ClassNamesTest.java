// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;

/** Checks names of classes and sizes of packages against docs/design/names.md. */
public class ClassNamesTest {
  private static final Path ROOT = Paths.get("..");
  private static final int MAX_CLASSES = 15;

  /** Modules whose classes end in a role or a noun of the lists. */
  private static final Pattern NAMED_BY_ROLE =
      Pattern.compile(
          "(common|mr-orchestrator|tez-estimator|yarn-federation-policies)"
              + "/src/main/java/org/yarnext/.*"
              + "|tools/src/main/java/org/yarnext/tools/(simulate|chart)/.*");

  private static final Pattern CODE = Pattern.compile("`([A-Z][A-Za-z]*)`");
  private static final Pattern LAST_WORD = Pattern.compile("([A-Z][a-z0-9]*)(?:V\\d|PB|REST)?$");

  private static List<String> sources(String trees) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.matches("[^/]+/([^/]+/)?src/" + trees + "/java/.*\\.java"))
          .filter(file -> !file.endsWith("/package-info.java"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  private static String name(String source) {
    return source.substring(source.lastIndexOf('/') + 1, source.length() - ".java".length());
  }

  private static Set<String> endings() throws IOException {
    Path page = ROOT.resolve("docs/design/names.md");
    String text = new String(Files.readAllBytes(page), StandardCharsets.UTF_8);
    Matcher code = CODE.matcher(text.substring(text.indexOf("## Roles")));
    Set<String> endings = new HashSet<>();
    while (code.find()) {
      assertTrue(code.group(1) + " stands on the page twice", endings.add(code.group(1)));
    }
    return endings;
  }

  @Test
  public void simpleNamesAreUnique() throws IOException {
    Map<String, List<String>> byName =
        sources("(main|test)").stream().collect(Collectors.groupingBy(ClassNamesTest::name));
    byName.values().removeIf(files -> files.size() == 1);
    assertEquals(Collections.emptyMap(), byName);
  }

  @Test
  public void classesEndInARole() throws IOException {
    Set<String> endings = endings();
    Set<String> others = new TreeSet<>();
    for (String source : sources("main")) {
      Matcher last = LAST_WORD.matcher(name(source));
      if (NAMED_BY_ROLE.matcher(source).matches()
          && !(last.find() && endings.contains(last.group(1)))) {
        others.add(source);
      }
    }
    assertEquals(Collections.emptySet(), others);
  }

  @Test
  public void packagesAreSmall() throws IOException {
    Map<String, Long> sizes =
        sources("(main|test)").stream()
            .map(source -> source.substring(0, source.lastIndexOf('/')))
            .collect(
                Collectors.groupingBy(directory -> directory, TreeMap::new, Collectors.counting()));
    sizes.values().removeIf(size -> size <= MAX_CLASSES);
    assertEquals(Collections.emptyMap(), sizes);
  }
}
