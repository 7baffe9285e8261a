// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.BeforeClass;
import org.junit.Test;

/** Links lead somewhere, the site's navigation has every page, and pages keep to their length. */
public class PagesTest {
  private static final Path ROOT = Paths.get("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern NAMED = Pattern.compile("\\bdocs/[\\w/.-]+\\.md\\b");

  private static List<MarkdownPage> pages;

  @BeforeClass
  public static void read() throws IOException {
    pages = MarkdownPage.all();
    assertTrue("pages are found: " + pages, pages.size() > 40);
  }

  @Test
  public void everyLinkLeadsToAPageAndAnAnchor() {
    Map<Path, MarkdownPage> byPath = new HashMap<>();
    pages.forEach(page -> byPath.put(page.path.normalize(), page));
    TreeSet<String> broken = new TreeSet<>();
    for (MarkdownPage page : pages) {
      for (String link : page.links) {
        if (!link.matches("[a-z]+:.*")) {
          String file = link.replaceAll("#.*", "");
          String anchor = link.contains("#") ? link.replaceAll(".*#", "") : "";
          Path target =
              file.isEmpty() ? page.path.normalize() : page.path.resolveSibling(file).normalize();
          MarkdownPage found = byPath.get(target);
          boolean isThere = Files.exists(target);
          if (!isThere
              || (!anchor.isEmpty() && (found == null || !found.anchors.contains(anchor)))) {
            broken.add(page + ": " + link);
          }
        }
      }
    }
    assertEquals("", String.join("\n", broken));
  }

  /** The site is made of docs alone. */
  @Test
  public void pagesOfTheSiteLinkOnlyWithinTheSite() {
    TreeSet<String> outside = new TreeSet<>();
    for (MarkdownPage page : pages) {
      for (String link : page.links) {
        if (page.path.startsWith(DOCS)
            && !link.matches("[a-z]+:.*|#.*")
            && !page.path.resolveSibling(link).normalize().startsWith(DOCS.normalize())) {
          outside.add(page + ": " + link);
        }
      }
    }
    assertEquals("", String.join("\n", outside));
  }

  @Test
  public void navigationHasEveryPageOnce() throws Exception {
    String site = new String(Files.readAllBytes(ROOT.resolve("mkdocs.yml")), UTF_8);
    List<String> shown = new ArrayList<>();
    Matcher page = Pattern.compile("[\\w/-]+\\.md").matcher(site.substring(site.indexOf("\nnav:")));
    while (page.find()) {
      shown.add(page.group());
    }
    List<String> there = new ArrayList<>();
    for (Path path : ProductSources.files(DOCS, ".md")) {
      there.add(DOCS.relativize(path).toString());
    }
    shown.sort(null);
    there.sort(null);
    assertEquals(there, shown);
  }

  /** Messages, comments and samples name pages that exist. */
  @Test
  public void pagesNamedInTheCodeExist() throws Exception {
    TreeSet<String> missing = new TreeSet<>();
    int named = 0;
    List<Path> files = new ArrayList<>();
    for (String module : ProductSources.MODULES) {
      files.addAll(ProductSources.files(ROOT.resolve(module).resolve("src"), ".java"));
    }
    for (String module : new String[] {"tools", "minicluster-tests", "benchmarks"}) {
      files.addAll(ProductSources.files(ROOT.resolve(module).resolve("src"), ".java"));
    }
    files.addAll(ProductSources.files(ROOT.resolve("conf-samples"), ".xml"));
    files.addAll(ProductSources.files(ROOT.resolve("distribution").resolve("src"), ".sh"));
    files.add(ROOT.resolve("bin").resolve("yarnext"));
    for (Path file : files) {
      Matcher name = NAMED.matcher(new String(Files.readAllBytes(file), UTF_8));
      while (name.find()) {
        named++;
        if (!Files.exists(ROOT.resolve(name.group()))) {
          missing.add(file.normalize() + ": " + name.group());
        }
      }
    }
    assertEquals("", String.join("\n", missing));
    assertTrue("names are found", named > 20);
  }

  /** Classes and packages of ours that pages name exist. */
  @Test
  public void classesNamedOnPagesExist() {
    TreeSet<String> missing = new TreeSet<>();
    for (MarkdownPage page : pages) {
      for (String name : page.code) {
        if (name.matches("org\\.yarnext(\\.\\w+)+") && !isInSources(name.replace('.', '/'))) {
          missing.add(page + ": " + name);
        }
      }
    }
    assertEquals("", String.join("\n", missing));
  }

  private static boolean isInSources(String name) {
    List<String> modules = new ArrayList<>(ProductSources.MODULES);
    modules.add("tools");
    modules.add("minicluster-tests");
    modules.add("benchmarks");
    return modules.stream()
        .flatMap(m -> Stream.of(m + "/src/main/java/", m + "/src/test/java/"))
        .anyMatch(
            in ->
                Files.exists(ROOT.resolve(in + name + ".java"))
                    || Files.isDirectory(ROOT.resolve(in + name)));
  }

  /** Python's Markdown, which makes the site, takes a block for part of a list only so. */
  @Test
  public void blocksInListsAreIndentedByFour() {
    TreeSet<String> wrong = new TreeSet<>();
    for (MarkdownPage page : pages) {
      for (String line : page.lines) {
        if (line.trim().startsWith("```") && line.indexOf('`') % 4 != 0) {
          wrong.add(page + ": " + line);
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
  }

  @Test
  public void pagesKeepToTheirLength() {
    TreeSet<String> tooLong = new TreeSet<>();
    for (MarkdownPage page : pages) {
      int max = maxLines(page.path);
      if (page.lines.size() > max) {
        tooLong.add(page + " has " + page.lines.size() + " lines, more than " + max);
      }
    }
    assertEquals("", String.join("\n", tooLong));
  }

  private static int maxLines(Path page) {
    Path path = ROOT.relativize(page);
    if (path.getFileName().toString().equals("README.md")) {
      return path.getNameCount() == 1 ? 120 : 40;
    }
    return path.startsWith("docs/concepts") ? 200 : Integer.MAX_VALUE;
  }
}
