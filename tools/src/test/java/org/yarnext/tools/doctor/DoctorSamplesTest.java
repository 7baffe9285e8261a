// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.configure.ConfigurationFixture;

/** Nothing is found where nothing is wrong. */
public class DoctorSamplesTest {
  private static final String[] FILES = {
    "yarn-site", "tez-site", "mapred-site", "capacity-scheduler"
  };

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  @Test
  public void stockConfigurationHasNoFindings() throws Exception {
    for (String file : FILES) {
      fixture.properties(file + ".xml");
    }
    assertSilent("stock");
  }

  @Test
  public void sampleConfigurationsHaveNoFindings() throws Exception {
    String[] samples = ConfigurationFixture.SAMPLES.toFile().list();
    assertTrue(samples.length >= 9);
    for (String sample : samples) {
      for (String on : new String[] {"", "-on"}) {
        merge(sample, on);
        assertSilent(sample + on);
      }
    }
  }

  /** A sample in what its own comments say that it needs. */
  private void merge(String sample, String on) throws IOException {
    Map<String, String> needed = new TreeMap<>();
    if (sample.equals("federation")) {
      needed.putAll(SeededMistake.FEDERATED);
    }
    if (sample.equals("tez")) {
      needed.put("yarn.resourcemanager.opportunistic-container-allocation.enabled", "true");
    }
    for (String file : FILES) {
      Path of = ConfigurationFixture.SAMPLES.resolve(sample);
      Map<String, String> values =
          new TreeMap<>(file.equals("yarn-site") ? needed : new TreeMap<>());
      if (!on.isEmpty() || !file.equals("mapred-site")) {
        values.putAll(ConfigurationFixture.values(of.resolve(file + ".xml")));
      }
      if (!on.isEmpty()) {
        values.putAll(ConfigurationFixture.values(of.resolve(file + "-on.xml")));
      }
      SeededMistake.write(fixture, file + ".xml", values);
    }
  }

  @Test
  public void configureOutputHasNoFindings() throws Exception {
    fixture.properties("yarn-site.xml");
    for (String mode : new String[] {"shadow", "on"}) {
      for (String features :
          new String[] {
            "mercury,elastic,orchestrator,tez", "mercury-hybrid,tez", "mercury-distributed"
          }) {
        configure("--enable", features, "--mode", mode);
        assertSilent(features + " " + mode);
        configure("--disable");
      }
      SeededMistake.write(fixture, "yarn-site.xml", SeededMistake.FEDERATED);
      configure(
          "--enable", "mercury,elastic,federation", "--mode", mode, "--sub-clusters", "sc0,sc1");
      assertSilent("federation " + mode);
      configure("--disable");
      fixture.properties("yarn-site.xml");
    }
  }

  @Test
  public void missingConfigurationDirectoryIsAnError() throws Exception {
    File nothing = new File("no/such/directory");
    CommandRun run = CommandRun.of("doctor", "--conf", nothing.toString());
    assertEquals(run.toString(), 2, run.status);
    assertTrue(run.err, run.err.contains("is not a directory"));
  }

  private void configure(String... args) throws IOException {
    CommandRun run = fixture.configure(args);
    assertEquals(run.toString(), 0, run.status);
    Files.deleteIfExists(fixture.file("yarn-site.xml.yarnext-backup"));
  }

  private void assertSilent(String what) throws IOException {
    CommandRun run = CommandRun.of("doctor", "--conf", fixture.conf().toString());
    assertEquals(what + " " + run, "", run.out + run.err);
    assertEquals(0, run.status);
  }
}
