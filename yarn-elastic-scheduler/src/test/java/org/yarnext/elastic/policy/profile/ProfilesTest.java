// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.Test;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.StepModel;

public class ProfilesTest {
  private final TaskProfile exact = profile("wordcount-big", "mapreduce", "map", 20);
  private final TaskProfile reduce = profile("wordcount-*", "MAPREDUCE", "reduce", 10);
  private final TaskProfile wide = profile("wordcount-*", "MAPREDUCE", "map", 20);
  private final TaskProfile vertex = profile("*", "TEZ", "Reducer 2", 7);
  private final Profiles profiles = new Profiles(Arrays.asList(exact, reduce, wide, vertex));

  private static TaskProfile profile(String jobs, String framework, String task, int priority) {
    StepModel model = new StepModel(1024, 10_000, 1.2, 0);
    return new TaskProfile(jobs, framework, task, priority, model, FitQuality.UNKNOWN);
  }

  @Test
  public void firstMatchingProfileWins() {
    assertSame(exact, profiles.find("wordcount-big", "MAPREDUCE", "map"));
    assertSame(wide, profiles.find("wordcount-small", "MAPREDUCE", "map"));
    Profiles otherWay = new Profiles(Arrays.asList(wide, exact));
    assertSame("not the more exact", wide, otherWay.find("wordcount-big", "MAPREDUCE", "map"));
  }

  @Test
  public void frameworkAndTaskClassIgnoreCase() {
    assertSame(reduce, profiles.find("wordcount-1", "MapReduce", "REDUCE"));
    assertSame("as tags have it", vertex, profiles.find("x", "tez", "reducer 2"));
  }

  @Test
  public void unmatchedTaskHasNoProfile() {
    assertNull(profiles.find("sort", "MAPREDUCE", "map"));
    assertNull(profiles.find("wordcount-1", "TEZ", "map"));
    assertNull(profiles.find("wordcount-1", "MAPREDUCE", "combine"));
    assertNull(Profiles.NONE.find("wordcount-1", "MAPREDUCE", "map"));
  }

  @Test
  public void requestPriorityIdentifiesTheTaskClass() {
    assertSame(reduce, profiles.findByPriority("wordcount-big", "MAPREDUCE", 10));
    assertSame(exact, profiles.findByPriority("wordcount-big", "MAPREDUCE", 20));
    assertSame(vertex, profiles.findByPriority("q", "TEZ", 7));
    assertNull("a failed map", profiles.findByPriority("wordcount-big", "MAPREDUCE", 5));
    assertNull(profiles.findByPriority("sort", "MAPREDUCE", 10));
  }

  @Test
  public void searchByPriorityFindsTheFirstMatchInTheOrderGiven() {
    String[] names = {"a", "b", "ab", "*", "a*", "?", "", "b*b"};
    String[] types = {"MAPREDUCE", "Spark"};
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      List<TaskProfile> all = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String name = names[random.nextInt(names.length)];
        all.add(profile(name, types[random.nextInt(2)], "t", random.nextInt(2)));
      }
      String name = names[random.nextInt(names.length)];
      String type = types[random.nextInt(2)].toLowerCase(Locale.ROOT);
      int priority = random.nextInt(2);
      TaskProfile first =
          all.stream()
              .filter(each -> each.priority() == priority && each.isFor(name, type))
              .findFirst()
              .orElse(null);
      assertSame(all + " " + name, first, new Profiles(all).findByPriority(name, type, priority));
    }
  }

  @Test
  public void missingNameOrTypeOfAnApplicationIsAllowed() {
    assertSame(vertex, profiles.find(null, "TEZ", "Reducer 2"));
    assertSame(vertex, profiles.findByPriority(null, "TEZ", 7));
    assertNull(profiles.find("wordcount-big", null, "map"));
    assertNull(profiles.find("wordcount-big", "MAPREDUCE", null));
    assertNull(profiles.findByPriority("wordcount-big", null, 20));
  }

  @Test
  public void profilesAreImmutable() {
    List<TaskProfile> list = new ArrayList<>(Arrays.asList(exact));
    Profiles copy = new Profiles(list);
    list.clear();
    assertEquals(1, copy.all().size());
    assertThrows(UnsupportedOperationException.class, () -> copy.all().clear());
  }

  @Test
  public void failedMapsNeverHaveAProfile() {
    assertThrows(IllegalArgumentException.class, () -> profile("*", "MapReduce", "map", 5));
    assertThrows(IllegalArgumentException.class, () -> profile("*", "TEZ", "v", -1));
    assertEquals(5, profile("*", "TEZ", "v", 5).priority());
  }

  @Test
  public void onlyMapReduceHasFixedPriorities() {
    assertEquals(20, TaskProfile.usualPriority("mapreduce", "Map"));
    assertEquals(10, TaskProfile.usualPriority("MAPREDUCE", "reduce"));
    assertEquals(-1, TaskProfile.usualPriority("MAPREDUCE", "x"));
    assertEquals(-1, TaskProfile.usualPriority("TEZ", "map"));
  }
}
