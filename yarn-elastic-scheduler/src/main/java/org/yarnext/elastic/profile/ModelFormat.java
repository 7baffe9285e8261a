// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.yarnext.elastic.policy.model.ElasticityModel;

/** Format of one kind of model in a profile file and in tags. Stateless. */
interface ModelFormat {
  /** All formats. */
  List<ModelFormat> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              new StepFormat(),
              SawToothFormat.MAPREDUCE,
              SawToothFormat.TEZ,
              SawToothFormat.SPARK));

  /** Returns the value of the field {@code model}. */
  String name();

  /**
   * Reads a model.
   *
   * @return to be used only if all fields are valid; may be null otherwise
   * @throws IllegalArgumentException if fields contradict each other
   */
  ElasticityModel read(ProfileFields fields);

  /** Adds the model's fields and returns true, or false if the model is of another kind. */
  boolean write(ElasticityModel model, Map<String, Object> fields);
}
