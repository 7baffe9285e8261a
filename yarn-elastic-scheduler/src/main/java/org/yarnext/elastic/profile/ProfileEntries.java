// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yarnext.elastic.policy.profile.TaskProfile;

/** Reads the entries of a profile file and collects their problems. Not thread-safe. */
final class ProfileEntries {
  static final String VERSION = "version";
  static final String PROFILES = "profiles";
  static final String JOB = "job";
  static final String FRAMEWORK = "framework";
  static final String TASK = "task";

  private final List<TaskProfile> profiles = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Integer> firstFor = new LinkedHashMap<>();

  /** Reads a whole file. */
  void readAll(JsonNode root) {
    if (root == null || !root.isObject()) {
      problems.add("It must be an object with the fields version and profiles.");
      return;
    }
    JsonNode version = root.path(VERSION);
    if (!version.isInt() || version.intValue() != ProfileFile.VERSION) {
      problems.add(
          "Field version is "
              + (version.isMissingNode() ? "missing" : version)
              + ": write it as version "
              + ProfileFile.VERSION
              + ", the only one known.");
      return;
    }
    for (Iterator<String> names = root.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!name.equals(VERSION) && !name.equals(PROFILES)) {
        problems.add("Field " + name + " is unknown: remove it.");
      }
    }
    JsonNode array = root.path(PROFILES);
    if (!array.isArray()) {
      problems.add("Field profiles must be a list: write [] if there are none.");
      return;
    }
    for (int i = 0; i < array.size(); i++) {
      readOne(i + 1, array.get(i));
    }
  }

  private void readOne(int number, JsonNode entry) {
    if (!entry.isObject()) {
      problems.add("Entry " + number + " must be an object in braces.");
      return;
    }
    Map<String, String> values = new LinkedHashMap<>();
    List<String> notPlain = new ArrayList<>();
    entry
        .fields()
        .forEachRemaining(
            field -> {
              if (field.getValue().isNumber() || field.getValue().isTextual()) {
                values.put(field.getKey(), field.getValue().asText());
              } else {
                notPlain.add(field.getKey());
              }
            });
    ProfileFields fields = new ProfileFields(values, false);
    for (String name : notPlain) {
      fields.refuse("field " + name + " is neither a number nor a text: correct or remove it");
    }
    TaskProfile profile = profile(fields);
    String title =
        "Entry "
            + number
            + " (job \""
            + values.getOrDefault(JOB, "")
            + "\", "
            + values.getOrDefault(FRAMEWORK, "")
            + ", "
            + values.getOrDefault(TASK, "")
            + "): ";
    for (String problem : fields.problems()) {
      problems.add(title + problem + ".");
    }
    if (profile != null) {
      refuseSecond(number, title, profile);
      profiles.add(profile);
    }
  }

  private static TaskProfile profile(ProfileFields fields) {
    String job = fields.text(JOB);
    String framework = fields.text(FRAMEWORK);
    return EntryFormat.read(job, framework, fields.text(TASK), fields);
  }

  /** Returns the problems of a profile's entry, one clause each. */
  static List<String> problems(TaskProfile profile) {
    Map<String, String> values = new LinkedHashMap<>();
    write(profile).forEach((name, value) -> values.put(name, String.valueOf(value)));
    ProfileFields fields = new ProfileFields(values, false);
    profile(fields);
    return fields.problems();
  }

  /** Returns the fields of a profile's entry, in order. */
  static Map<String, Object> write(TaskProfile profile) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(JOB, profile.jobPattern());
    fields.put(FRAMEWORK, profile.framework());
    fields.put(TASK, profile.taskClass());
    fields.putAll(EntryFormat.write(profile));
    return fields;
  }

  private void refuseSecond(int number, String title, TaskProfile profile) {
    String tasks =
        String.join(
            "\n",
            profile.jobPattern(),
            profile.framework(),
            profile.taskClass().toLowerCase(Locale.ROOT));
    Integer first = firstFor.putIfAbsent(tasks, number);
    if (first != null) {
      problems.add(
          title + "entry " + first + " is for the same tasks and comes first: remove one.");
    }
  }

  /** Returns the profiles; to be used only if there are no problems. */
  List<TaskProfile> profiles() {
    return profiles;
  }

  /** Returns the problems, one sentence each. */
  List<String> problems() {
    return problems;
  }
}
