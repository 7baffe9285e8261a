// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the documentation: its links, anchors, shell commands and code in text. */
final class MarkdownPage {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  final Path path;
  final List<String> lines = new ArrayList<>();
  final List<String> links = new ArrayList<>();
  final Set<String> anchors = new LinkedHashSet<>();

  /** Lines of blocks that are no {@code text} and of no other language than a shell's. */
  final List<String> shellLines = new ArrayList<>();

  /** Texts in back quotes. */
  final List<String> code = new ArrayList<>();

  MarkdownPage(Path path) throws IOException {
    this.path = path;
    String language = null;
    StringBuilder continued = new StringBuilder();
    StringBuilder prose = new StringBuilder();
    for (String line : new String(Files.readAllBytes(path), UTF_8).split("\n")) {
      lines.add(line);
      String trimmed = line.trim();
      if (trimmed.startsWith("```")) {
        language = language == null ? trimmed.substring(3) : null;
      } else if (language != null) {
        if (language.isEmpty() || language.equals("sh") || language.equals("bash")) {
          boolean goesOn = trimmed.endsWith("\\");
          continued.append(goesOn ? trimmed.substring(0, trimmed.length() - 1) : trimmed);
          if (!goesOn) {
            shellLines.add(continued.toString());
            continued.setLength(0);
          }
        }
      } else {
        if (line.startsWith("#")) {
          anchors.add(anchor(line));
        }
        prose.append(line).append('\n');
      }
    }
    Matcher spans = CODE.matcher(prose);
    while (spans.find()) {
      code.add(spans.group(1).replace('\n', ' '));
    }
    Matcher targets = LINK.matcher(prose.toString().replaceAll("`[^`]*`", ""));
    while (targets.find()) {
      links.add(targets.group(1));
    }
  }

  /** All pages of the repository, generated ones included. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    Path root = Paths.get("..");
    for (Path path : ProductSources.files(root.resolve("docs"), ".md")) {
      pages.add(new MarkdownPage(path));
    }
    try (java.nio.file.DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      for (Path path : top) {
        if (path.toString().endsWith(".md")) {
          pages.add(new MarkdownPage(path));
        } else if (Files.exists(path.resolve("README.md"))) {
          pages.add(new MarkdownPage(path.resolve("README.md")));
        }
      }
    }
    return pages;
  }

  /** Returns the anchor of a heading, which is the same on GitHub and on the static site. */
  private static String anchor(String heading) {
    return heading
        .replaceAll("^#+ ", "")
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .trim()
        .toLowerCase(java.util.Locale.ROOT)
        .replaceAll("[^\\w\\- ]", "")
        .replace(' ', '-');
  }

  @Override
  public String toString() {
    return path.normalize().toString();
  }
}
