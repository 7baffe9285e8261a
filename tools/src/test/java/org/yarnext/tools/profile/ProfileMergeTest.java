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
  public void theOneForTheSameTasksIsReplacedWhereItStands() {
    assertEquals(
        "b map 1, a-* map 9, * map 1",
        merged(
            profile("a-*", "map", 9),
            profile("b", "map", 1),
            profile("a-*", "MAP", 1),
            profile("*", "map", 1)));
  }

  @Test
  public void aNewOneGoesBeforeMoreGeneralOnes() {
    assertEquals(
        "a-1 map 1, a-* map 9, a* map 1, * map 1",
        merged(
            profile("a-*", "map", 9),
            profile("a-1", "map", 1),
            profile("a*", "map", 1),
            profile("*", "map", 1)));
  }

  @Test
  public void aNewOneGoesBehindThoseThatAreNotMoreGeneral() {
    assertEquals(
        "a-1 map 1, b map 1, a-* map 9",
        merged(profile("a-*", "map", 9), profile("a-1", "map", 1), profile("b", "map", 1)));
  }

  @Test
  public void anotherTaskClassStays() {
    assertEquals("a map 9, a reduce 1", merged(profile("a", "map", 9), profile("a", "reduce", 1)));
  }
}
