// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.yarnext.tools.simulate.study.Study;

/** All studies by name. */
public final class StudyRegistry {
  private StudyRegistry() {}

  /** Returns all studies in the order in which they are shown; unmodifiable. */
  public static List<Study> all() {
    List<Study> all = new ArrayList<>(Arrays.asList(YarnMeStudy.values()));
    all.addAll(Arrays.asList(MercuryStudy.values()));
    all.addAll(Arrays.asList(HydraStudy.values()));
    all.addAll(Arrays.asList(OrchestratorStudy.values()));
    return Collections.unmodifiableList(all);
  }

  /** Returns the study of that name; null if there is none. */
  public static Study find(String id) {
    for (Study study : all()) {
      if (study.id().equals(id)) {
        return study;
      }
    }
    return null;
  }
}
