// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/** The command writes the same as a merge of conf-samples by hand. */
public class ConfigureSamplesTest {
  private static final String STOCK = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  @Rule public final ConfigurationFixture fixture = new ConfigurationFixture();

  /** To create the sample: yarnext configure --from EMPTY --to conf-samples/all, in both modes. */
  @Test
  public void sampleForAllFeaturesIsTheOutputOnAnEmptyConfiguration() throws Exception {
    String features = "mercury,elastic,orchestrator,tez";
    run("--enable", features);
    for (String name : new String[] {"yarn-site", "tez-site", "capacity-scheduler"}) {
      assertSame("all/" + name + ".xml", name + ".xml");
    }
    run("--enable", features, "--mode", "on");
    assertSame("all/yarn-site-on.xml", "yarn-site.xml");
    assertSame("all/tez-site-on.xml", "tez-site.xml");
    assertSame("all/mapred-site.xml", "mapred-site.xml");
  }

  @Test
  public void mercurySamplesMatchTheOutput() throws Exception {
    assertSameValues("mercury", "mercury");
    assertSameValues("mercury-hybrid", "mercury-hybrid");
    assertSameValues("mercury-distributed", "mercury-distributed");
  }

  @Test
  public void orchestratorSampleMatchesTheOutput() throws Exception {
    assertSameValues("orchestrator", "orchestrator");
  }

  @Test
  public void elasticSampleMatchesTheConfiguredScheduler() throws Exception {
    assertSameValues("elastic", "elastic-capacity");
    String key = "yarn.resourcemanager.scheduler.class";
    assertSameValues("elastic", "elastic-fair", key, STOCK + "fair.FairScheduler");
    assertSameValues("elastic", "elastic-capacity", key, STOCK + "capacity.CapacityScheduler");
  }

  @Test
  public void federationSampleMatchesTheOutput() throws Exception {
    assertSameValues(
        "federation",
        "federation",
        "yarn.federation.enabled",
        "true",
        "yarn.resourcemanager.cluster-id",
        "sc0");
  }

  @Test
  public void tezSampleMatchesTheOutput() throws Exception {
    assertSameValues(
        "tez", "tez", "yarn.resourcemanager.opportunistic-container-allocation.enabled", "true");
  }

  private void assertSameValues(String feature, String sample, String... operator)
      throws IOException {
    for (boolean on : new boolean[] {false, true}) {
      if (operator.length > 0) {
        fixture.properties("yarn-site.xml", operator);
      }
      Map<String, String> before = fixture.tree();
      run("--enable", feature, "--mode", on ? "on" : "shadow", "--sub-clusters", "sc0,sc1");
      for (String name :
          new String[] {"yarn-site", "tez-site", "capacity-scheduler", "mapred-site"}) {
        Path of = ConfigurationFixture.SAMPLES.resolve(sample);
        Map<String, String> expected = new TreeMap<>();
        if (name.equals("yarn-site")) {
          for (int i = 0; i < operator.length; i += 2) {
            expected.put(operator[i], operator[i + 1]);
          }
        }
        if (on || !name.equals("mapred-site")) {
          expected.putAll(ConfigurationFixture.values(of.resolve(name + ".xml")));
        }
        if (on) {
          expected.putAll(ConfigurationFixture.values(of.resolve(name + "-on.xml")));
        }
        if (sample.equals("elastic-fair") && name.startsWith("capacity")) {
          expected.clear();
        }
        assertEquals(
            sample + " " + name,
            expected,
            ConfigurationFixture.values(fixture.file(name + ".xml")));
      }
      run("--disable");
      assertEquals(before, fixture.tree());
    }
  }

  private void assertSame(String sample, String file) throws IOException {
    assertEquals(
        sample, text(ConfigurationFixture.SAMPLES.resolve(sample)), text(fixture.file(file)));
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private void run(String... args) throws IOException {
    CommandRun run = fixture.configure(args);
    assertEquals(run.toString(), 0, run.status);
  }
}
