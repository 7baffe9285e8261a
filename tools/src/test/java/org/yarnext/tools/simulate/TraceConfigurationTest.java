// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** Effect of a trace run's keys, on the command line and in a yarn-site.xml. */
public class TraceConfigurationTest {
  private static final String HEARTBEAT = "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms";
  private static final String STEP = "yarn.scheduler.minimum-allocation-mb";

  private static final String FAIR_STEP = "yarn.resource-types.memory-mb.increment-allocation";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final List<String> warnings = new ArrayList<>();

  @After
  public void leaveTheDirectory() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private void site(String heartbeat, String step) throws Exception {
    String text =
        "<configuration><property><name>%s</name><value>%s</value></property>"
            + "<property><name>%s</name><value>%s</value></property></configuration>";
    Files.write(
        folder.newFile("yarn-site.xml").toPath(),
        String.format(Locale.ROOT, text, HEARTBEAT, heartbeat, STEP, step)
            .getBytes(StandardCharsets.UTF_8));
    Thread.currentThread()
        .setContextClassLoader(
            new URLClassLoader(new URL[] {folder.getRoot().toURI().toURL()}, before) {
              @Override
              public URL getResource(String name) {
                URL own = findResource(name);
                return own == null ? super.getResource(name) : own;
              }
            });
  }

  private SimulationSettings settings(Integer stepMb, String... keys) throws ToolException {
    Map<String, String> map = new HashMap<>();
    for (String key : keys) {
      map.put(key.split("=")[0], key.split("=")[1]);
    }
    return new TraceConfiguration(map).settings(stepMb, warnings::add);
  }

  @Test
  public void settingsAreYarnDefaultsWithoutKeys() throws Exception {
    SimulationSettings settings = settings(null);
    assertEquals(1_000, settings.nodeHeartbeatMs());
    assertEquals(1_024, settings.stepMb());
    assertTrue(settings.siteFiles());
    assertEquals(Collections.emptyMap(), settings.hadoop());
  }

  @Test
  public void commandLinePrecedesTheSiteFile() throws Exception {
    site("3000", "512");
    SimulationSettings settings = settings(null, "a.key=b");
    assertEquals(3_000, settings.nodeHeartbeatMs());
    assertEquals(512, settings.stepMb());
    assertEquals(Collections.singletonMap("a.key", "b"), settings.hadoop());
    settings = settings(256, HEARTBEAT + "=500");
    assertEquals(500, settings.nodeHeartbeatMs());
    assertEquals(256, settings.stepMb());
    assertEquals("256", settings.hadoop().get(FAIR_STEP));
    assertEquals("64", settings(256, FAIR_STEP + "=64").hadoop().get(FAIR_STEP));
    assertEquals(128, settings(null, STEP + "=128").stepMb());
    assertEquals(Collections.emptyList(), warnings);
  }

  @Test
  public void keyWithoutEffectIsReportedAndDropped() throws Exception {
    SimulationSettings settings =
        settings(
            null, "yarn.scheduler.maximum-allocation-mb=2048", "yarn.scheduler.fair.locality=1");
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0), warnings.get(0).contains("yarn.scheduler.maximum-allocation-mb"));
    assertEquals(Collections.singleton("yarn.scheduler.fair.locality"), settings.hadoop().keySet());
  }

  @Test
  public void invalidValueIsRefusedWithTheFix() throws Exception {
    for (String value : Arrays.asList("0", "-1", "soon")) {
      ToolException e =
          assertThrows(ToolException.class, () -> settings(null, HEARTBEAT + "=" + value));
      assertTrue(e.getMessage(), e.getMessage().contains(HEARTBEAT + "=" + value));
    }
    site("1000", "0");
    ToolException e = assertThrows(ToolException.class, () -> settings(null));
    assertTrue(e.getMessage(), e.getMessage().contains("--allocation-step"));
    assertFalse(settings(100).hadoop().containsKey(STEP));
  }
}
