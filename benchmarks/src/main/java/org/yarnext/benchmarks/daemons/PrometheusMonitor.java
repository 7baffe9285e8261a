// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.yarnext.benchmarks.daemons.cluster.DaemonCluster;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.FreePorts;

/**
 * Prometheus server for a demo, which scrapes the daemons as the example in {@code dashboards/}
 * does, and evaluates its alerts. It checks that each query of the dashboards and alerts has data.
 * It does not outlive this JVM.
 */
final class PrometheusMonitor implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String JOB = "yarn";
  private static final long DATA_MS = 60_000;
  private static final long STOP_S = 10;

  /** A limit at the end of a condition, with which a healthy cluster has no data. */
  private static final Pattern LIMIT = Pattern.compile("\\s(?:>|==)\\s[\\d. /]+$");

  private final String address = HOST + ":" + FreePorts.on(HOST);
  private final Path dashboards;
  private final Process process;
  private final Thread onExit;

  /**
   * Starts the server.
   *
   * @param program the command {@code prometheus}, of version 2 or later
   * @param dir directory for its files
   * @param dashboards directory of the dashboards and alerts
   * @param daemons web addresses of the daemons
   */
  private PrometheusMonitor(String program, Path dir, Path dashboards, Collection<String> daemons)
      throws IOException {
    this.dashboards = dashboards;
    Files.createDirectories(dir);
    Path configuration = dir.resolve("prometheus.yml");
    String example =
        new String(Files.readAllBytes(dashboards.resolve(configuration.getFileName())), UTF_8);
    String text =
        example
            .replaceFirst("targets: .*", "targets: ['" + String.join("', '", daemons) + "']")
            .replaceFirst("scrape_interval: .*", "scrape_interval: 1s")
            .replace(
                "- alerts.yml", "- '" + dashboards.resolve("alerts.yml").toAbsolutePath() + "'");
    Files.write(configuration, ("global: {evaluation_interval: 1s}\n" + text).getBytes(UTF_8));
    process =
        new ProcessBuilder(
                program,
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + dir.resolve("data"),
                "--web.listen-address=" + address)
            .redirectErrorStream(true)
            .redirectOutput(new File(dir.toFile(), "log"))
            .start();
    onExit = new Thread(process::destroyForcibly, "killing Prometheus");
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Starts Prometheus for the daemons of clusters if the demo's options say so; otherwise returns
   * null.
   */
  static PrometheusMonitor of(DaemonsDemo demo, DaemonCluster... clusters) throws IOException {
    if (demo.options.prometheus == null) {
      return null;
    }
    List<String> daemons = new ArrayList<>();
    for (DaemonCluster cluster : clusters) {
      daemons.addAll(Arrays.asList(cluster.webAddresses().split(",")));
    }
    return new PrometheusMonitor(
        demo.options.prometheus,
        demo.options.out.resolve("prometheus"),
        demo.options.checkout.resolve("dashboards"),
        daemons);
  }

  /**
   * Checks the queries of the dashboards as a step of the demo. Queries for refused configurations
   * are left out, because a daemon has that metric only if its configuration was refused.
   *
   * @param monitor null to skip the step
   * @param absent prefixes of metrics that these daemons do not have, as a regular expression
   */
  static void check(DaemonsDemo demo, PrometheusMonitor monitor, String absent) throws Exception {
    if (monitor != null) {
      Pattern none = Pattern.compile("\\b(?:" + absent + ")_|_configuration_refused\\b");
      demo.steps.run(
          "queries of the dashboards, by Prometheus",
          10,
          () -> monitor.check(query -> !none.matcher(query.expression).find()));
    }
  }

  /**
   * Waits until every selected query has data.
   *
   * @param isShown whether these daemons have the metrics of a query
   * @return the result, in a sentence
   * @throws IllegalStateException if a query has no data, or Prometheus could not evaluate an alert
   */
  private String check(Predicate<DashboardQueries.Query> isShown) throws IOException {
    List<DashboardQueries.Query> panels = DashboardQueries.panels(dashboards);
    List<DashboardQueries.Query> alerts = DashboardQueries.alerts(dashboards.resolve("alerts.yml"));
    panels.removeIf(isShown.negate());
    List<DashboardQueries.Query> empty = new ArrayList<>(panels);
    int all = alerts.size();
    alerts.removeIf(isShown.negate());
    empty.addAll(alerts);
    Await.until(
        () -> "data of these queries: " + empty,
        DATA_MS,
        () -> {
          empty.removeIf(this::hasData);
          return empty.isEmpty();
        });
    return String.format(
        Locale.ROOT,
        "%d queries of panels and %d of alerts have data, %d of %d alerts evaluated; firing: %s",
        panels.size(),
        alerts.size(),
        evaluated(),
        all,
        firing());
  }

  private boolean hasData(DashboardQueries.Query query) {
    for (String part : query.expression.split(" or ")) {
      String expression =
          LIMIT
              .matcher(part.replace("$job", JOB).replace("$__rate_interval", "10s"))
              .replaceAll("");
      try {
        String encoded = URLEncoder.encode(expression, "UTF-8");
        JsonNode answer = get("/api/v1/query?query=" + encoded);
        if (answer.path("data").path("result").size() == 0) {
          return false;
        }
      } catch (IOException e) {
        return false; // not up yet
      }
    }
    return true;
  }

  private int evaluated() throws IOException {
    int evaluated = 0;
    for (JsonNode group : get("/api/v1/rules").path("data").path("groups")) {
      for (JsonNode rule : group.path("rules")) {
        if (!rule.path("health").asText().equals("ok")) {
          throw new IllegalStateException("Prometheus cannot evaluate " + rule);
        }
        evaluated++;
      }
    }
    return evaluated;
  }

  private String firing() throws IOException {
    List<String> firing = new ArrayList<>();
    for (JsonNode alert : get("/api/v1/alerts").path("data").path("alerts")) {
      firing.add(alert.path("labels").path("alertname").asText());
    }
    return firing.isEmpty() ? "none" : String.join(", ", firing);
  }

  private JsonNode get(String path) throws IOException {
    return new ObjectMapper().readTree(new URL("http://" + address + path));
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
