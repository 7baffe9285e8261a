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

/**
 * One walk of docs/design/walks.md, compared with the classes of the module whose test runs: they
 * exist once, are short enough, and each is used by the one above it. Immutable.
 */
public final class WalkPage {
  private static final int MAX_CLASSES = 25;
  private static final int MAX_LINES = 400;
  private static final Pattern LINE = Pattern.compile("([ │├└]*)([A-Z]\\w+) {2,}.*");

  private final List<Step> steps = new ArrayList<>();

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

  /**
   * Reads a walk.
   *
   * @param title of its section, whose first block of code it is
   */
  public WalkPage(String title) throws IOException {
    String page = new String(Files.readAllBytes(Paths.get("../docs/design/walks.md")), UTF_8);
    int start = page.indexOf("## " + title + "\n");
    assertTrue("no section " + title, start >= 0);
    Deque<Step> callers = new ArrayDeque<>();
    for (String line : page.substring(start).split("```")[1].trim().split("\n")) {
      Matcher read = LINE.matcher(line);
      assertTrue(line, read.matches());
      int depth = read.group(1).length();
      while (!callers.isEmpty() && callers.peek().depth >= depth) {
        callers.pop();
      }
      Step step = new Step(depth, read.group(2), callers.isEmpty() ? null : callers.peek().name);
      callers.push(step);
      steps.add(step);
    }
  }

  /** Of a class and those nested in it. */
  private static List<Path> files(String root, String name, String suffix) throws IOException {
    Pattern file = Pattern.compile(name + "(\\$\\w+)?" + Pattern.quote(suffix));
    try (Stream<Path> all = Files.walk(Paths.get(root))) {
      return all.filter(path -> file.matcher(path.getFileName().toString()).matches())
          .collect(Collectors.toList());
    }
  }

  /** Asserts that there are few enough classes, each in one file that is short enough. */
  public void assertClassesAreFewAndShort() throws IOException {
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

  /** Asserts that each class is used by the one above it. */
  public void assertEachClassIsUsedByTheOneAboveIt() throws IOException {
    for (Step step : steps) {
      if (step.caller != null) {
        boolean used = false;
        for (Path caller : files("target/classes", step.caller, ".class")) {
          String constants = new String(Files.readAllBytes(caller), ISO_8859_1);
          used |= Pattern.compile("/" + step.name + "[^\\w$]").matcher(constants).find();
        }
        assertTrue(step.caller + " does not use " + step.name, used);
      }
    }
  }
}
