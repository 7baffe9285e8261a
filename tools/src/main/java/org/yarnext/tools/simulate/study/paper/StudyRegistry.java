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
