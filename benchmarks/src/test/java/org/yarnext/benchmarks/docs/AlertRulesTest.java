// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.daemons.DashboardQueries;
import org.yarnext.common.testing.InstalledPrograms;

/**
 * Prometheus accepts the example and the alert rules, and they fire when they should: {@code
 * alerts-test.yml} has the cases. Skipped without promtool ({@code build-tools/promtool} fetches
 * it), but not in CI.
 */
public class AlertRulesTest {
  private static final Path ALERTS = Paths.get("..", "dashboards", "alerts.yml");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private String promtool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(InstalledPrograms.of("promtool"));
    command.addAll(Arrays.asList(arguments));
    Path output = folder.newFile().toPath();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.getRoot())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int code = process.waitFor();
    String text = new String(Files.readAllBytes(output), UTF_8);
    assertEquals(text, 0, code);
    return text;
  }

  @Test
  public void troubleshootingHasARowForEachAlertAndNoOther() throws Exception {
    Set<String> alerts = new TreeSet<>();
    for (DashboardQueries.Query alert : DashboardQueries.alerts(ALERTS)) {
      alerts.add(alert.title);
    }
    Path page = Paths.get("..", "docs", "troubleshooting.md");
    String text = new String(Files.readAllBytes(page), UTF_8);
    Set<String> rows = new TreeSet<>();
    for (String line : text.split("## Alerts\n|## Symptoms\n")[1].split("\n")) {
      if (line.startsWith("| `")) {
        rows.add(line.split("`")[1]);
      }
    }
    assertEquals(alerts, rows);
  }

  @Test
  public void prometheusAcceptsTheRules() throws Exception {
    Files.copy(ALERTS, folder.getRoot().toPath().resolve("alerts.yml"));
    String text = promtool("check", "rules", "alerts.yml");
    int alerts = DashboardQueries.alerts(ALERTS).size();
    assertTrue(text, text.contains("SUCCESS: " + alerts + " rules found"));
  }

  @Test
  public void prometheusAcceptsTheExample() throws Exception {
    for (String file : new String[] {"alerts.yml", "prometheus.yml"}) {
      Files.copy(ALERTS.resolveSibling(file), folder.getRoot().toPath().resolve(file));
    }
    String text = promtool("check", "config", "prometheus.yml");
    assertTrue(text, text.contains("prometheus.yml is valid"));
  }

  @Test
  public void alertsFireWhenTheyShould() throws Exception {
    Files.copy(ALERTS, folder.getRoot().toPath().resolve("alerts.yml"));
    Path cases = folder.getRoot().toPath().resolve("alerts-test.yml");
    Files.copy(Paths.get("src", "test", "resources", "alerts-test.yml"), cases);
    promtool("test", "rules", "alerts-test.yml");
  }
}
