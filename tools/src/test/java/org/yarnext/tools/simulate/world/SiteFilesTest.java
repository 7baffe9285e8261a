/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.world;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.simulate.ProgressListener;
import org.yarnext.tools.simulate.Settings;
import org.yarnext.tools.simulate.Systems;
import org.yarnext.tools.simulate.outcome.Outcome;
import org.yarnext.tools.simulate.workload.Topology;

/**
 * An operator's directory that comes first on the class path, with keys in it that each world
 * refuses.
 */
public class SiteFilesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final Settings study =
      Settings.DEFAULT.withMaster(0, 0).with("yarnext.simulate.sub-clusters", "1");

  @Before
  public void makeTheDirectory() throws Exception {
    write(
        "yarn-site.xml",
        "yarn.elastic.disk.share=101",
        "yarn.mercury.queue.order=random",
        "yarn.federation.policies.split.relaxation=now",
        "yarn.mr-orchestrator.epoch=soon",
        "an.operators.key=there");
    write("capacity-scheduler.xml", "yarn.scheduler.capacity.node-locality-delay=long");
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
    Files.write(folder.newFile(name).toPath(), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  @After
  public void leaveTheDirectory() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static Outcome run(String system, Settings settings) {
    return Systems.find(Collections.singletonList(system))
        .get(0)
        .run(
            Jobs.workload(Jobs.job(1, 0, 2, 600, 10_000, null)),
            Topology.of(1, 4_000, 8, 100),
            settings,
            1,
            ProgressListener.NONE);
  }

  @Test
  public void aTraceIsRefusedForTheOperatorsKeysAndAStudyKnowsNothingOfThem() {
    for (String system :
        new String[] {
          "fair", "capacity", "elastic-fair", "mercury-central", "hydra", "regression-cpu"
        }) {
      assertEquals(system, 0, run(system, study).unfinished());
      assertThrows(system, RuntimeException.class, () -> run(system, study.withSiteFiles()));
    }
  }

  @Test
  public void aTraceHasTheSiteFilesOverTheDefaultsAndBelowItsOwnKeys() {
    Configuration trace = SiteFiles.withDefaults(study.withSiteFiles());
    assertEquals("there", trace.get("an.operators.key"));
    assertTrue(trace.size() > 100);
    trace = SiteFiles.alone(study.withSiteFiles());
    assertEquals("random", trace.get("yarn.mercury.queue.order"));
    assertNull(SiteFiles.withDefaults(study).get("an.operators.key"));
    assertNull(SiteFiles.withDefaults(study).getResource("capacity-scheduler.xml"));
    Settings corrected = study.withSiteFiles().with("yarn.mercury.queue.order", "fifo");
    assertEquals(0, run("mercury-central", corrected).unfinished());
  }
}
