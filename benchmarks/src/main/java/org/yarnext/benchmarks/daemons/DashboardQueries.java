// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the queries of Grafana dashboards and Prometheus alerts from their files. Stateless. */
public final class DashboardQueries {
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)\\s+expr: '([^']+)'");

  private DashboardQueries() {}

  /** A query in PromQL. Immutable. */
  public static final class Query {
    /** Name of the file that it is in, such as {@code mercury.json}. */
    public final String file;

    /** Title of its panel, or name of its alert. */
    public final String title;

    /** Expression, with the variables of Grafana in place. */
    public final String expression;

    Query(String file, String title, String expression) {
      this.file = file;
      this.title = title;
      this.expression = expression;
    }

    @Override
    public String toString() {
      return file + ", " + title + ": " + expression;
    }
  }

  /** Returns the queries of all panels, in the order of the files' names. */
  public static List<Query> panels(Path directory) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.json")) {
      found.forEach(files::add);
    }
    List<Query> queries = new ArrayList<>();
    for (Path file : files) {
      JsonNode board = new ObjectMapper().readTree(Files.readAllBytes(file));
      for (JsonNode panel : board.path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          queries.add(
              new Query(
                  file.getFileName().toString(),
                  panel.path("title").asText(),
                  target.path("expr").asText()));
        }
      }
    }
    return queries;
  }

  /** Returns the conditions of all alerts of a file of rules. */
  public static List<Query> alerts(Path rules) throws IOException {
    List<Query> queries = new ArrayList<>();
    Matcher alert = ALERT.matcher(new String(Files.readAllBytes(rules), UTF_8));
    while (alert.find()) {
      queries.add(new Query(rules.getFileName().toString(), alert.group(1), alert.group(2)));
    }
    return queries;
  }
}
