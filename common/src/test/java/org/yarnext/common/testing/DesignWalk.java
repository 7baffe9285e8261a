// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the walk of a section in docs/design/walks.md with the code of modules. */
public final class DesignWalk {
  private static final int MAX_CLASSES = 25;
  private static final int MAX_LINES = 400;
  private static final Pattern LINE = Pattern.compile("([ │├└]*)([A-Z]\\w+) {2,}.*");

  private final List<Step> steps = new ArrayList<>();
  private final String[] modules;

  /** One line of the walk. */
  private static final class Step {
    final int depth;
    final String name;
    final String caller;

    Step(int depth, String name, String caller) {
      this.depth = depth;
      this.name = name;
      this.caller = caller;
    }
  }

  private DesignWalk(String... modules) {
    this.modules = modules;
  }

  /**
   * Reads a walk; tests run in the directory of their module.
   *
   * @param heading of the section
   * @param modules whose classes it names, as directories
   */
  public static DesignWalk of(String heading, String... modules) throws IOException {
    String page = new String(Files.readAllBytes(Paths.get("../docs/design/walks.md")), UTF_8);
    int start = page.indexOf("## " + heading + "\n");
    assertTrue("no section " + heading, start >= 0);
    String section = page.substring(start);
    DesignWalk walk = new DesignWalk(modules);
    Deque<Step> callers = new ArrayDeque<>();
    for (String line : section.split("```")[1].trim().split("\n")) {
      Matcher read = LINE.matcher(line);
      if (!read.matches()) {
        assertTrue(line, line.matches("[\\w ]+")); // the daemon that the next lines are in
        callers.clear();
        continue;
      }
      int depth = read.group(1).length();
      while (!callers.isEmpty() && callers.peek().depth >= depth) {
        callers.pop();
      }
      Step step = new Step(depth, read.group(2), callers.isEmpty() ? null : callers.peek().name);
      callers.push(step);
      walk.steps.add(step);
    }
    return walk;
  }

  /** Returns the files of a class and of its nested classes. */
  private List<Path> files(String root, String name, String suffix) throws IOException {
    Pattern file = Pattern.compile(name + "(\\$\\w+)?" + Pattern.quote(suffix));
    List<Path> files = new ArrayList<>();
    for (String module : modules) {
      try (Stream<Path> all = Files.walk(Paths.get("..", module).resolve(root))) {
        files.addAll(
            all.filter(path -> file.matcher(path.getFileName().toString()).matches())
                .collect(Collectors.toList()));
      }
    }
    return files;
  }

  /** Each class is there, is named once, and is of at most 400 lines; there are at most 25. */
  public void assertClasses() throws IOException {
    Set<String> names = new HashSet<>();
    for (Step step : steps) {
      assertTrue(step.name + " twice", names.add(step.name));
      List<Path> sources = files("src/main/java", step.name, ".java");
      assertEquals(step.name + ": " + sources, 1, sources.size());
      int lines = Files.readAllLines(sources.get(0)).size();
      assertTrue(step.name + ": " + lines + " lines", lines <= MAX_LINES);
    }
    assertTrue(names.size() + " classes", names.size() <= MAX_CLASSES);
  }

  /** Each class is used by the one above it. */
  public void assertCalls() throws IOException {
    for (Step step : steps) {
      if (step.caller != null) {
        boolean isUsed = false;
        for (Path caller : files("target/classes", step.caller, ".class")) {
          String constants = new String(Files.readAllBytes(caller), ISO_8859_1);
          isUsed |= Pattern.compile("/" + step.name + "[^\\w$]").matcher(constants).find();
        }
        assertTrue(step.caller + " does not use " + step.name, isUsed);
      }
    }
  }
}
