// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.mercury.policy.ResourceVector;

public class MercuryAuxiliaryServiceTest {
  private static final ApplicationId APP = ApplicationId.newInstance(1, 1);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final Configuration conf = new Configuration(false);
  private MercuryAuxiliaryService service;
  private Path file;

  @Before
  public void setUp() {
    file = folder.getRoot().toPath().resolve("estimates.json");
    conf.set("yarn.mercury.mode", "on");
    conf.set("yarn.nodemanager.opportunistic-containers-max-queue-length", "10");
    // Saves happen when a service stops, not while a test looks.
    conf.set("yarn.mercury.tick", "1m");
    conf.set("yarn.mercury.reclaim.timeout", "5m");
  }

  @After
  public void tearDown() {
    if (service != null) {
      service.stop();
    }
  }

  private MercuryAuxiliaryService start(boolean recovers) {
    service = new MercuryAuxiliaryService();
    if (recovers) {
      service.setRecoveryPath(new org.apache.hadoop.fs.Path(folder.getRoot().toURI()));
    }
    service.init(conf);
    service.start();
    return service;
  }

  @Test
  public void modeOffIsStock() {
    conf.unset("yarn.mercury.mode");
    start(true);
    assertEquals(0, service.estimates().applications());
    service.stopApplication(new ApplicationTerminationContext(APP));
    assertEquals(0, service.getMetaData().remaining());
    service.stop();
    assertFalse("no file is touched", Files.exists(file));
  }

  @Test
  public void refusedConfigurationLeavesTheServiceInert() {
    conf.set("yarn.mercury.queue.order", "alphabetical");
    start(true);
    assertNull(service.estimates());
  }

  @Test
  public void estimatesAreNotStoredWithoutRecovery() {
    start(false);
    service.estimates().observe(APP.toString(), 1, 5);
    service.stop();
    assertFalse(Files.exists(file));
  }

  @Test
  public void learntRunTimesSurviveARestart() {
    start(true).estimates().observe(APP.toString(), 1, 5_000);
    service.stop();
    assertTrue(Files.exists(file));
    start(true);
    assertEquals(Long.valueOf(5_000), service.estimates().learntMs(APP.toString(), 1));
    assertEquals(0, service.recordsRefused());
  }

  /** A busy node learns run times all the time, and its record may be large. */
  @Test
  public void runTimesThatKeepChangingAreSavedSeldomAndAtTheEnd() throws Exception {
    conf.set("yarn.mercury.tick", "50ms");
    start(true).estimates().observe(APP.toString(), 1, 1_000);
    while (!Files.exists(file)) {
      Thread.yield();
    }
    FileTime first = Files.getLastModifiedTime(file);
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (System.nanoTime() - endNanos < 0) {
      service.estimates().observe(APP.toString(), 2, 2_000);
      Thread.yield();
    }
    assertEquals(first, Files.getLastModifiedTime(file));
    service.stop();
    start(true);
    assertEquals(Long.valueOf(2_000), service.estimates().learntMs(APP.toString(), 2));
  }

  @Test
  public void unchangedEstimatesAreNotSaved() throws Exception {
    start(true).estimates().observe(APP.toString(), 1, 5_000);
    service.stop();
    start(true);
    Files.delete(file);
    service.stop();
    assertFalse(Files.exists(file));
  }

  @Test
  public void stoppedApplicationIsForgotten() {
    start(true).estimates().observe(APP.toString(), 1, 5_000);
    service.stopApplication(new ApplicationTerminationContext(APP));
    assertEquals(0, service.estimates().applications());
    service.stop();
    start(true);
    assertEquals("also over a restart", 0, service.estimates().applications());
  }

  @Test
  public void corruptRecordIsCountedAndNotUsed() throws Exception {
    Files.write(file, "{\"version\":1,\"applications\":{\"a\":{\"1\":[5".getBytes(UTF_8));
    start(true);
    assertNotNull(service.estimates());
    assertEquals(1, service.recordsRefused());
    assertEquals(0, service.estimates().applications());
  }

  @Test
  public void demandHistorySurvivesARestartIfPolicingNeedsIt() throws Exception {
    Path demand = folder.getRoot().toPath().resolve("demand.json");
    start(true).demand().observe(5_000, ResourceVector.of(1, 1));
    service.stop();
    assertFalse("no policing, no file", Files.exists(demand));
    conf.set("yarn.mercury.policing.policy", "history");
    start(true).demand().observe(5_000, ResourceVector.of(7, 1));
    service.stop();
    start(true);
    assertEquals(7, service.demand().saved().get("recentMemoryMb")[0][1]);
    service.stop();
    Files.write(demand, "{}".getBytes(UTF_8));
    start(true);
    assertEquals(1, service.recordsRefused());
    assertEquals(0, service.demand().saved().get("recentMemoryMb").length);
  }
}
