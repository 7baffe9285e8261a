// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.configure.ConfigurationFixture;

/**
 * Each of these mistakes is found, with its place and its fix; docs/reference/doctor.md lists them.
 */
public class SeededMistakesTest {
  private static final String[] FILES = {
    "core-site.xml",
    "hdfs-site.xml",
    "yarn-site.xml",
    "capacity-scheduler.xml",
    "mapred-site.xml",
    "tez-site.xml",
    "container-executor.cfg",
    "hadoop-env.sh"
  };

  private final Map<String, Map<String, Map<String, String>>> starts = new TreeMap<>();

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void eachSeededMistakeIsFoundWithItsFix() throws Exception {
    List<SeededMistake> mistakes = SeededMistake.all("seeded-mistakes.txt");
    assertTrue(mistakes.size() >= 100);
    List<String> missed = new ArrayList<>();
    StringBuilder table = new StringBuilder("| mistake | place | severity |\n|---|---|---|\n");
    for (SeededMistake seed : mistakes) {
      start(seed.features);
      seed.apply(fixture);
      CommandRun run = doctor();
      String found = null;
      for (String line : run.out.split("\n")) {
        String[] parts = line.split(" Fix: ");
        if (parts[0].split(": ")[0].contains(seed.place) && parts[1].contains(seed.fix)) {
          found = line;
          break;
        }
      }
      if (found == null || run.status == 0) {
        missed.add(seed.text + ": " + run);
      } else {
        String[] words = found.split(": ")[0].split(" ");
        String place = words[1].replace(fixture.conf().toString(), "conf");
        table.append(
            String.format(
                "| %s | `%s` | %s |%n", seed.text, place, words[0].toLowerCase(Locale.ROOT)));
      }
    }
    assertEquals(new ArrayList<String>(), missed);
    String docs =
        new String(
            Files.readAllBytes(Paths.get("..", "docs", "reference", "doctor.md")),
            StandardCharsets.UTF_8);
    assertTrue("docs/reference/doctor.md must have this table:\n" + table, docs.contains(table));
  }

  /** Unusual is not wrong: what clusters of other kinds have. */
  @Test
  public void validConfigurationsHaveNoFindings() throws Exception {
    List<SeededMistake> valid = SeededMistake.all("valid-configurations.txt");
    assertTrue(valid.size() >= 10);
    for (SeededMistake cluster : valid) {
      start(cluster.features);
      cluster.apply(fixture);
      CommandRun run = doctor();
      assertEquals(cluster.text + run, "", run.out + run.err);
    }
  }

  /** Writes what configure makes of the features, in which doctor finds nothing. */
  private void start(String features) throws IOException {
    for (String file : FILES) {
      Files.deleteIfExists(fixture.file(file));
    }
    Map<String, Map<String, String>> made = starts.get(features);
    if (made == null) {
      SeededMistake.write(
          fixture,
          "yarn-site.xml",
          features.contains("federation") ? SeededMistake.FEDERATED : new TreeMap<>());
      if (!features.equals("none")) {
        CommandRun run =
            fixture.configure(
                "--enable", features, "--mode", "on", "--sub-clusters", "sc0,sc1", "--force");
        assertEquals(run.toString(), 0, run.status);
      }
      assertEquals(features, "", doctor().out);
      made = new TreeMap<>();
      for (String file : FILES) {
        if (file.endsWith(".xml") && Files.exists(fixture.file(file))) {
          made.put(file, ConfigurationFixture.values(fixture.file(file)));
        }
      }
      starts.put(features, made);
    }
    // Flat, so that a change is not one of the block.
    for (Map.Entry<String, Map<String, String>> file : made.entrySet()) {
      SeededMistake.write(fixture, file.getKey(), file.getValue());
    }
  }

  private CommandRun doctor() throws IOException {
    return CommandRun.of("doctor", "--conf", fixture.conf().toString());
  }
}
