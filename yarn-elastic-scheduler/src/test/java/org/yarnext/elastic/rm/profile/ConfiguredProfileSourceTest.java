// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.profile.LiveProfiles;
import org.yarnext.elastic.rm.job.JobDescriptor;

/** The profile of a job, and the jobs with which it shares the trust in it. */
public class ConfiguredProfileSourceTest {
  private static final String MODEL =
      "{priority=20, model=step, idealMb=1024, idealMs=9000.0, undersized=2.0}";
  private static final String TAG = "yarnext.elastic.map=step;ideal=512;ms=7000;undersized=1.3";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final StringBuilder entries = new StringBuilder();
  private ConfiguredProfileSource profiles;

  @Before
  public void readOne() throws Exception {
    read("etl-*", 1024);
  }

  /** With one entry more. */
  private void read(String pattern, int idealMb) throws Exception {
    Path path = folder.getRoot().toPath().resolve("profiles.json");
    entries
        .append(entries.length() == 0 ? "" : ",")
        .append("{\"job\": \"" + pattern + "\", \"framework\": \"MAPREDUCE\", \"task\": \"map\",")
        .append("\"model\": \"step\", \"idealMb\": " + idealMb + ",")
        .append("\"idealMs\": 9000, \"undersized\": 2}");
    String text = "{\"version\": 1, \"profiles\": [" + entries + "]}";
    Files.write(path, text.getBytes(StandardCharsets.UTF_8));
    LiveProfiles file = new LiveProfiles(path);
    file.poll();
    assertNull(file.problem());
    profiles = new ConfiguredProfileSource(file, queue -> true);
  }

  private static JobDescriptor job(int number, String name, String... tags) {
    return jobOf("ann", number, name, tags);
  }

  private static JobDescriptor jobOf(String user, int number, String name, String... tags) {
    return new JobDescriptor(
        ApplicationId.newInstance(7, number),
        name,
        "MAPREDUCE",
        new HashSet<>(Arrays.asList(tags)),
        user);
  }

  private String filed(JobDescriptor job) {
    return profiles.taskClass(job, 20).toString();
  }

  @Test
  public void profileInTheTagsPrecedesTheFile() {
    assertEquals(1024, profiles.find(job(1, "etl-5"), 20).idealMemoryMb());
    assertEquals(512, profiles.find(job(1, "etl-5", TAG), 20).idealMemoryMb());
    assertNull(profiles.find(job(1, "other"), 20));
    assertNull(profiles.find(job(1, "etl-5", TAG), 10));
  }

  @Test
  public void runsUnderOneFileEntryShareTheirTrust() {
    String etl = " (file ann MAPREDUCE etl-* " + MODEL + ") map";
    assertEquals("application_7_0001" + etl, filed(job(1, "etl-monday")));
    assertEquals("application_7_0002" + etl, filed(job(2, "etl-tuesday")));
  }

  @Test
  public void usersDoNotShareTrust() {
    JobDescriptor of = jobOf("bob", 1, "etl-monday");
    assertEquals("application_7_0001 (file bob MAPREDUCE etl-* " + MODEL + ") map", filed(of));
    assertEquals(
        "application_7_0001 (tags bob MAPREDUCE etl-monday) map",
        filed(jobOf("bob", 1, "etl-monday", TAG)));
  }

  @Test
  public void entryForAnyNameSharesTrustPerJobName() throws Exception {
    read("*", 1024);
    String any = "application_7_0001 (file ann MAPREDUCE * " + MODEL;
    assertEquals(any + " sort) map", filed(job(1, "sort")));
    assertEquals(any + " count) map", filed(job(1, "count")));
    assertEquals("application_7_0001 map", filed(job(1, "N/A")));
  }

  @Test
  public void changedEntryStartsWithNewTrust() throws Exception {
    String before = filed(job(1, "etl-monday"));
    read("adhoc", 512);
    assertEquals("other entries stay", before, filed(job(1, "etl-monday")));
    entries.setLength(0);
    read("etl-*", 1025);
    assertEquals(before.replace("1024", "1025"), filed(job(1, "etl-monday")));
  }

  @Test
  public void runsWithTagsShareTrustByJobName() {
    assertEquals(
        "application_7_0001 (tags ann MAPREDUCE etl-monday) map", filed(job(1, "etl-monday", TAG)));
  }

  /** Trust is remembered for thousands of jobs, and names have any length. */
  @Test
  public void runsWithOverlongNamesShareNoTrust() {
    String name = String.join("", Collections.nCopies(1_001, "x"));
    assertEquals("application_7_0001 map", filed(job(1, name, TAG)));
    String longest = name.substring(1);
    assertEquals(
        "application_7_0001 (tags ann MAPREDUCE " + longest + ") map", filed(job(1, longest, TAG)));
  }

  /** Patterns take longer for longer names, and the scheduler's thread waits. */
  @Test
  public void overlongNamesMatchNoEntry() throws Exception {
    read("*", 512);
    String longest = String.join("", Collections.nCopies(1_000, "x"));
    assertEquals(512, profiles.find(job(1, longest), 20).idealMemoryMb());
    assertNull(profiles.find(job(1, longest + "x"), 20));
    assertEquals(512, profiles.find(job(1, longest + "x", TAG), 20).idealMemoryMb());
  }

  @Test
  public void tagsAreReadOnce() {
    JobDescriptor job = job(1, "etl-5", TAG);
    assertSame(profiles.find(job, 20), profiles.find(job, 20));
  }

  @Test
  public void runsWithoutANameShareNoTrust() {
    assertEquals("application_7_0001 map", filed(job(1, "", TAG)));
    assertEquals("application_7_0001 map", filed(job(1, "N/A", TAG)));
  }
}
