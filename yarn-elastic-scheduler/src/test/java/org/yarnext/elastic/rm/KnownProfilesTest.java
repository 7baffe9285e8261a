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
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.profile.LiveProfiles;

/** Which profile a job has, and with which other jobs it shares the trust in it. */
public class KnownProfilesTest {
  private static final String FILE =
      "{\"version\": 1, \"profiles\": ["
          + "{\"job\": \"etl-*\", \"framework\": \"MAPREDUCE\", \"task\": \"map\","
          + "\"model\": \"step\", \"idealMb\": 1024, \"idealMs\": 9000, \"undersized\": 2}]}";
  private static final String TAG = "yarnext.elastic.map=step;ideal=512;ms=7000;undersized=1.3";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private KnownProfiles profiles;

  @Before
  public void read() throws Exception {
    Path path = folder.getRoot().toPath().resolve("profiles.json");
    Files.write(path, FILE.getBytes(StandardCharsets.UTF_8));
    LiveProfiles file = new LiveProfiles(path);
    file.poll();
    assertNull(file.problem());
    profiles = new KnownProfiles(file);
  }

  private static AskedJob job(int number, String name, String... tags) {
    return new AskedJob(
        ApplicationId.newInstance(7, number),
        name,
        "MAPREDUCE",
        new HashSet<>(Arrays.asList(tags)));
  }

  private String filed(AskedJob job) {
    return profiles.taskClass(job, 20).toString();
  }

  @Test
  public void aJobsOwnProfileGoesBeforeTheFiles() {
    assertEquals(1024, profiles.find(job(1, "etl-5"), 20).idealMemoryMb());
    assertEquals(512, profiles.find(job(1, "etl-5", TAG), 20).idealMemoryMb());
    assertNull(profiles.find(job(1, "other"), 20));
    assertNull(profiles.find(job(1, "etl-5", TAG), 10));
  }

  @Test
  public void runsUnderOneEntryOfTheFileShareTheTrustInIt() {
    assertEquals("application_7_0001 (file MAPREDUCE etl-*) map", filed(job(1, "etl-monday")));
    assertEquals("application_7_0002 (file MAPREDUCE etl-*) map", filed(job(2, "etl-tuesday")));
  }

  @Test
  public void runsThatBringTheirOwnShareItByTheirName() {
    assertEquals(
        "application_7_0001 (tags MAPREDUCE etl-monday) map", filed(job(1, "etl-monday", TAG)));
  }

  @Test
  public void runsWithoutANameShareItWithNobody() {
    assertEquals("application_7_0001 map", filed(job(1, "", TAG)));
    assertEquals("application_7_0001 map", filed(job(1, "N/A", TAG)));
  }
}
