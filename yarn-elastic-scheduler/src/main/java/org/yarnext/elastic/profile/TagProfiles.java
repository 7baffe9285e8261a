// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;

/**
 * Reads the profiles that an application brings in its YARN tags, such as {@code
 * yarnext.elastic.map=step;ideal=1024;ms=12000;undersized=1.3}. Immutable.
 *
 * <p>A tag names a task class and gives the model and its fields, in any order, divided by
 * semicolons or commas. (The clients of MapReduce, Tez and Spark divide their list of tags at
 * commas, so these want semicolons.) YARN takes at most 100 ASCII characters a tag and lower-cases
 * it; a profile may be spread over several tags of one task class. Task classes with anything wrong
 * have no profile.
 */
public final class TagProfiles {
  /** Prefix of the tags; the task class follows. */
  public static final String PREFIX = "yarnext.elastic.";

  private static final int MAX_TAGS = 64;

  private final Profiles profiles;
  private final List<String> problems;

  private TagProfiles(Profiles profiles, List<String> problems) {
    this.profiles = profiles;
    this.problems = problems;
  }

  /**
   * Reads an application's tags; those without {@link #PREFIX} are ignored.
   *
   * @param framework the application type; not null
   * @param tags may be null
   * @return never null; invalid tags cause no exception
   */
  public static TagProfiles read(String framework, Collection<String> tags) {
    Map<String, List<String>> partsByTask = new TreeMap<>();
    int seen = 0;
    for (String tag : tags == null ? Collections.<String>emptySet() : new TreeSet<>(tags)) {
      String lower = tag.toLowerCase(Locale.ROOT);
      if (lower.startsWith(PREFIX) && seen++ < MAX_TAGS) {
        String rest = lower.substring(PREFIX.length());
        int equals = rest.indexOf('=');
        String task = equals < 0 ? rest : rest.substring(0, equals);
        List<String> parts = partsByTask.computeIfAbsent(task, t -> new ArrayList<>());
        Collections.addAll(
            parts, rest.substring(equals < 0 ? rest.length() : equals + 1).split("[;,]"));
      }
    }
    List<TaskProfile> profiles = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    if (seen > MAX_TAGS) {
      problems.add("Only the first " + MAX_TAGS + " tags were read: use fewer.");
    }
    partsByTask.forEach((task, parts) -> readTask(framework, task, parts, profiles, problems));
    return new TagProfiles(new Profiles(profiles), Collections.unmodifiableList(problems));
  }

  private static void readTask(
      String framework,
      String task,
      List<String> parts,
      List<TaskProfile> profiles,
      List<String> problems) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> twice = new ArrayList<>();
    for (String part : parts) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? EntryFormat.MODEL : part.substring(0, equals).trim();
      String value = part.substring(equals + 1).trim();
      if (!part.trim().isEmpty() && values.put(name, value) != null) {
        twice.add(name);
      }
    }
    ProfileFields fields = new ProfileFields(values, true);
    for (String name : twice) {
      fields.refuse("field " + name + " is there twice: remove one");
    }
    if (task.isEmpty()) {
      fields.refuse("the task class is missing: write " + PREFIX + "map=...");
    }
    TaskProfile profile = EntryFormat.read("*", framework, task, fields);
    for (String problem : fields.problems()) {
      problems.add("Tag " + PREFIX + task + ": " + problem + ".");
    }
    if (profile != null) {
      profiles.add(profile);
    }
  }

  /** Returns the profiles of the task classes without problems, for any job name; never null. */
  public Profiles profiles() {
    return profiles;
  }

  /**
   * Returns the problems of the other tags, one sentence each; unmodifiable, empty if there are
   * none.
   */
  public List<String> problems() {
    return problems;
  }
}
