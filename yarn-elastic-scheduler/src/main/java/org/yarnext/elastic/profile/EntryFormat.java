// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.profile.TaskProfile;

/** Format of one profile, without the fields that select its tasks. Stateless. */
final class EntryFormat {
  static final String MODEL = "model";

  private static final ProfileField PRIORITY =
      ProfileField.whole("priority", "priority", 0, Integer.MAX_VALUE);
  private static final ProfileField RUNS = ProfileField.whole("fitRuns", "runs", 0, 1_000_000);
  private static final ProfileField MEDIAN =
      ProfileField.decimal("fitMedianError", "median", 0, 1000);
  private static final ProfileField WORST = ProfileField.decimal("fitWorstError", "worst", 0, 1000);

  private EntryFormat() {}

  /**
   * Reads all fields except those that select the tasks.
   *
   * @return null if the fields have problems now
   */
  static TaskProfile read(String jobs, String framework, String taskClass, ProfileFields fields) {
    ModelFormat format = modelFormat(fields);
    int priority = priority(framework, taskClass, fields);
    int runs = (int) fields.number(RUNS, 0);
    double median = fields.number(MEDIAN, 0);
    double worst = fields.number(WORST, median);
    if (format == null) {
      return null; // the valid fields depend on the model
    }
    try {
      ElasticityModel model = format.read(fields);
      fields.refuseUnknown();
      if (!fields.isRight()) {
        return null;
      }
      FitQuality quality = new FitQuality(runs, median, worst);
      return new TaskProfile(jobs, framework, taskClass, priority, model, quality);
    } catch (IllegalArgumentException e) {
      fields.refuse(e.getMessage() + ": correct it");
      return null;
    }
  }

  private static ModelFormat modelFormat(ProfileFields fields) {
    String name = fields.text(MODEL);
    if (name.isEmpty()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (ModelFormat format : ModelFormat.ALL) {
      if (format.name().equals(name)) {
        return format;
      }
      names.add(format.name());
    }
    fields.refuse("field " + MODEL + "=" + name + " is unknown: use one of " + names);
    return null;
  }

  private static int priority(String framework, String taskClass, ProfileFields fields) {
    int usual = TaskProfile.usualPriority(framework, taskClass);
    if (framework.equalsIgnoreCase(TaskProfile.MAPREDUCE) && usual < 0) {
      fields.refuse("the task " + taskClass + " is not a task of MapReduce: use map or reduce");
    }
    return (int) (usual < 0 ? fields.number(PRIORITY) : fields.number(PRIORITY, usual));
  }

  /**
   * Returns the fields that {@link #read} reads, in order.
   *
   * @throws IllegalArgumentException if the model has no format
   */
  static Map<String, Object> write(TaskProfile profile) {
    Map<String, Object> fields = writeModel(profile);
    FitQuality quality = profile.quality();
    fields.put(RUNS.name, quality.runs());
    fields.put(MEDIAN.name, quality.medianError());
    fields.put(WORST.name, quality.worstError());
    return fields;
  }

  /** Returns the fields without the quality of the fit. */
  static Map<String, Object> writeModel(TaskProfile profile) {
    for (ModelFormat format : ModelFormat.ALL) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put(PRIORITY.name, profile.priority());
      fields.put(MODEL, format.name());
      if (format.write(profile.model(), fields)) {
        return fields;
      }
    }
    throw new IllegalArgumentException(
        profile.model().getClass().getName() + " is not a model that a profile file can hold");
  }
}
