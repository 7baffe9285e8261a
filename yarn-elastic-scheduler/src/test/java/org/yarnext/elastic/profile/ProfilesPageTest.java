// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.profile.Profiles;

/** The examples of docs/reference/profiles.md are read as they stand there. */
public class ProfilesPageTest {
  private static final Path PAGE = Paths.get("../docs/reference/profiles.md");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static String page() throws Exception {
    return new String(Files.readAllBytes(PAGE), UTF_8);
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start) + start.length();
    return text.substring(from, text.indexOf(end, from));
  }

  @Test
  public void exampleFileOnThePageIsRead() throws Exception {
    Path file = folder.newFile().toPath();
    Files.write(file, between(page(), "```json\n", "```").getBytes(UTF_8));
    Profiles profiles = ProfileFile.read(file);
    assertEquals("one of each kind", ModelFormat.ALL.size(), profiles.all().size());
    assertNotNull(profiles.findByPriority("wordcount-7", "MAPREDUCE", 10));
    assertNotNull(profiles.findByPriority("a query", "TEZ", 7));
  }

  @Test
  public void exampleTagsOnThePageAreRead() throws Exception {
    Set<String> tags = new LinkedHashSet<>();
    tags.add(between(page(), "-Dmapreduce.job.tags=\"", "\""));
    tags.addAll(Arrays.asList(between(page(), "```\nyarnext", "```").split("\n")));
    Set<String> whole = new LinkedHashSet<>();
    for (String tag : tags) {
      whole.add(tag.startsWith("yarnext") ? tag : "yarnext" + tag);
    }
    TagProfiles read = TagProfiles.read("MAPREDUCE", whole);
    assertEquals(Collections.emptyList(), read.problems());
    assertNotNull(read.profiles().find("j", "MAPREDUCE", "map"));
    assertNotNull(read.profiles().find("j", "MAPREDUCE", "reduce"));
  }
}
