// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;

public class ProfileMergeTest {
  private static TaskProfile profile(String jobs, String task, long idealMs) {
    return new TaskProfile(
        jobs,
        "MAPREDUCE",
        task,
        task.equalsIgnoreCase("map") ? 20 : 10,
        new StepModel(1024, idealMs, 1.2, 0),
        FitQuality.UNKNOWN);
  }

  private static String merged(TaskProfile made, TaskProfile... old) {
    Profiles profiles =
        ProfileMerge.merge(new Profiles(Arrays.asList(old)), Collections.singletonList(made));
    List<String> shown =
        profiles.all().stream()
            .map(p -> p.jobPattern() + " " + p.taskClass() + " " + idealMs(p))
            .collect(Collectors.toList());
    return String.join(", ", shown);
  }

  private static long idealMs(TaskProfile profile) {
    return (long) ((StepModel) profile.model()).idealMs();
  }

  @Test
  public void profileForTheSameTasksIsReplacedInPlace() {
    assertEquals(
        "b map 1, a-* map 9, * map 1",
        merged(
            profile("a-*", "map", 9),
            profile("b", "map", 1),
            profile("a-*", "MAP", 1),
            profile("*", "map", 1)));
  }

  @Test
  public void newProfilePrecedesMoreGeneralProfiles() {
    assertEquals(
        "a-1 map 1, a-* map 9, a* map 1, * map 1",
        merged(
            profile("a-*", "map", 9),
            profile("a-1", "map", 1),
            profile("a*", "map", 1),
            profile("*", "map", 1)));
  }

  @Test
  public void newProfileFollowsThoseThatAreNotMoreGeneral() {
    assertEquals(
        "a-1 map 1, b map 1, a-* map 9",
        merged(profile("a-*", "map", 9), profile("a-1", "map", 1), profile("b", "map", 1)));
  }

  @Test
  public void profileOfAnotherTaskClassStays() {
    assertEquals("a map 9, a reduce 1", merged(profile("a", "map", 9), profile("a", "reduce", 1)));
  }
}
