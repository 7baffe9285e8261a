// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;

/**
 * An operator's directory that comes first on the class path, with keys in it that each world
 * refuses.
 */
public class SiteFileReaderTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static final String CAPACITY = "capacity-scheduler.xml";
  private static final String ROOT = "yarn.scheduler.capacity.root.";

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final SimulationSettings study =
      SimulationSettings.DEFAULT
          .withMaster(0, 0)
          .with("yarnext.simulate.sub-clusters", "1")
          .with("yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments", "100");

  @Before
  public void makeTheDirectory() throws Exception {
    write(
        "yarn-site.xml",
        "yarn.elastic.disk.share=101",
        "yarn.mercury.queue.order=random",
        "yarn.federation.policies.split.relaxation=now",
        "yarn.mr-orchestrator.epoch=soon",
        "an.operators.key=there");
    write(CAPACITY, "yarn.scheduler.capacity.node-locality-delay=long");
    Files.write(
        folder.newFile("fair-scheduler.xml").toPath(),
        "<allocations><queue/></allocations>".getBytes(StandardCharsets.UTF_8));
    Thread.currentThread()
        .setContextClassLoader(
            new URLClassLoader(new URL[] {folder.getRoot().toURI().toURL()}, before) {
              @Override
              public URL getResource(String name) {
                URL first = findResource(name);
                return first == null ? super.getResource(name) : first;
              }
            });
  }

  private void write(String name, String... keys) throws Exception {
    StringBuilder text = new StringBuilder("<configuration>");
    for (String key : keys) {
      text.append("<property><name>")
          .append(key.replace("=", "</name><value>"))
          .append("</value></property>");
    }
    text.append("</configuration>");
    Files.write(
        folder.getRoot().toPath().resolve(name), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void correctTheSite() throws Exception {
    write("yarn-site.xml");
    Files.write(
        folder.getRoot().toPath().resolve("fair-scheduler.xml"),
        "<allocations/>".getBytes(StandardCharsets.UTF_8));
  }

  @After
  public void leaveTheDirectory() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static RunOutcome run(String system, SimulationSettings settings) {
    return run(system, settings, 8, SmallWorkloads.job(1, 0, 2, 600, 10_000, null));
  }

  private static RunOutcome run(
      String system, SimulationSettings settings, int vcores, SimJob job) {
    return SystemRegistry.find(Collections.singletonList(system))
        .get(0)
        .run(
            SmallWorkloads.workload(job),
            ClusterTopology.of(1, 4_000, vcores, 100),
            settings,
            1,
            ProgressListener.NONE);
  }

  /** When ten tasks of 10 s are done that take a tenth of the only node's memory each. */
  private static long endMs(String system, SimulationSettings settings, int vcores, String queue) {
    SimStage stage = SmallWorkloads.stage("reduce", 10, 10, 400, 10_000, null);
    SimJob job = new SimJob(1, "job", "TEZ", "ann", queue, 0, Collections.singletonList(stage));
    return run(system, settings, vcores, job).jobs().get(0).finishMs();
  }

  @Test
  public void invalidSiteKeysAreRefusedInATraceAndIgnoredInAStudy() {
    for (String system :
        new String[] {
          "fair", "capacity", "elastic-fair", "mercury-central", "hydra", "regression-cpu"
        }) {
      assertEquals(system, 0, run(system, study).unfinished());
      assertThrows(system, RuntimeException.class, () -> run(system, study.withSiteFiles()));
    }
  }

  /** All four read it; today's cluster is what an operator asks about. */
  @Test
  public void traceRunsInTheQueuesAndLimitsOfTheSiteFile() throws Exception {
    correctTheSite();
    write(
        CAPACITY,
        ROOT + "queues=prod,dev",
        ROOT + "prod.capacity=90",
        ROOT + "prod.maximum-capacity=90",
        ROOT + "dev.capacity=10",
        ROOT + "dev.maximum-capacity=10");
    for (String system :
        new String[] {
          "capacity", "capacity-unreserving", "elastic-capacity", "elastic-capacity-algorithm-1"
        }) {
      // One after the other in a tenth of the node; without the file all at once.
      long ms = endMs(system, study.withSiteFiles(), 20, "dev");
      assertTrue(system + ": " + ms, ms >= 100_000);
      ms = endMs(system, study, 20, "dev");
      assertTrue(system + ": " + ms, ms < 20_000);
    }
    SimulationSettings wider =
        study
            .withSiteFiles()
            .with(ROOT + "dev.maximum-capacity", "100")
            .with(ROOT + "dev.user-limit-factor", "100");
    long ms = endMs("capacity", wider, 20, "dev");
    assertTrue("keys count above the file: " + ms, ms < 20_000);
  }

  @Test
  public void nestedQueuesAreThoseOfTheSiteFile() throws Exception {
    correctTheSite();
    write(
        CAPACITY,
        ROOT + "queues=prod",
        ROOT + "prod.capacity=100",
        ROOT + "prod.queues=night",
        ROOT + "prod.night.capacity=100");
    endMs("capacity", study.withSiteFiles(), 20, "prod.night");
    // Without a file each queue of the workload gets its share.
    endMs("capacity", study, 20, "prod.night");
  }

  /** With vcores counting 8 of the 10 tasks fit, as the file is shipped all do. */
  @Test
  public void resourceCalculatorIsThatOfTheSiteFile() throws Exception {
    correctTheSite();
    String all = ROOT + "queues=default";
    String whole = ROOT + "default.capacity=100";
    write(CAPACITY, all, whole);
    long ms = endMs("capacity", study.withSiteFiles(), 8, "default");
    assertTrue("" + ms, ms >= 20_000);
    write(
        CAPACITY,
        all,
        whole,
        "yarn.scheduler.capacity.resource-calculator=" + DefaultResourceCalculator.class.getName());
    ms = endMs("capacity", study.withSiteFiles(), 8, "default");
    assertTrue("" + ms, ms < 20_000);
  }

  /** An example is the file in the jar of this project's MiniYARNClusters. */
  @Test
  public void siteFileInAJarIsIgnored() throws Exception {
    Path jar = folder.getRoot().toPath().resolve("with-a-file.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry(CAPACITY));
      zip.write("<configuration/>".getBytes(StandardCharsets.UTF_8));
    }
    URL[] jarFirst = {jar.toUri().toURL(), folder.getRoot().toURI().toURL()};
    try (URLClassLoader both = new URLClassLoader(jarFirst, before)) {
      Thread.currentThread().setContextClassLoader(both);
      assertEquals("jar", both.getResource(CAPACITY).getProtocol());
      Configuration trace = SiteFileReader.withDefaults(study.withSiteFiles());
      assertEquals("file", trace.getResource(CAPACITY).getProtocol());
      assertEquals("there", trace.get("an.operators.key"));
      Files.delete(folder.getRoot().toPath().resolve(CAPACITY));
      assertNull(SiteFileReader.withDefaults(study.withSiteFiles()).getResource(CAPACITY));
    }
  }

  @Test
  public void siteFilesOverrideDefaultsAndTraceKeysOverrideSiteFiles() {
    Configuration trace = SiteFileReader.withDefaults(study.withSiteFiles());
    assertEquals("there", trace.get("an.operators.key"));
    assertTrue(trace.size() > 100);
    trace = SiteFileReader.alone(study.withSiteFiles());
    assertEquals("random", trace.get("yarn.mercury.queue.order"));
    assertNull(SiteFileReader.withDefaults(study).get("an.operators.key"));
    assertNull(SiteFileReader.withDefaults(study).getResource("capacity-scheduler.xml"));
    SimulationSettings corrected = study.withSiteFiles().with("yarn.mercury.queue.order", "fifo");
    assertEquals(0, run("mercury-central", corrected).unfinished());
  }
}
