// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.build;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.File;
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
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.Test;

/**
 * Checks names of classes, and sizes of packages, files and methods, against docs/design/names.md.
 */
public class ClassNamesTest {
  private static final Path ROOT = Paths.get("..");
  private static final int MAX_CLASSES = 15;
  private static final int MAX_LINES = 400;
  private static final int MAX_METHOD_LINES = 60;

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

  @Test
  public void filesAreShort() throws IOException {
    Map<String, Integer> lengths = new TreeMap<>();
    for (String source : sources("(main|test)")) {
      int lines = Files.readAllLines(ROOT.resolve(source)).size();
      if (lines > MAX_LINES) {
        lengths.put(source, lines);
      }
    }
    assertEquals(Collections.emptyMap(), lengths);
  }

  @Test
  public void methodsAreShort() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<File> sources =
        sources("main").stream()
            .map(source -> ROOT.resolve(source).toFile())
            .collect(Collectors.toList());
    Map<String, Long> lengths = new TreeMap<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromFiles(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new TreeScanner<Void, Void>() {
          @Override
          public Void visitMethod(MethodTree method, Void nothing) {
            Tree body = method.getBody();
            if (body != null) {
              long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, body));
              long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, body));
              if (last - first >= MAX_METHOD_LINES) {
                lengths.put(unit.getSourceFile().getName() + " " + method.getName(), last - first);
              }
            }
            return super.visitMethod(method, nothing);
          }
        }.scan(unit, null);
      }
    }
    assertEquals(Collections.emptyMap(), lengths);
  }
}
