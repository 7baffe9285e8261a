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
package org.yarnext.tools.simulate.report;

import java.io.PrintWriter;
import java.util.List;

/** Report of a study: on a terminal, as a page, and in a file of its own. */
interface StudyReport {
  /** Returns the lines for a terminal, without line breaks. */
  List<String> lines();

  /**
   * Returns the page, without scripts or external resources.
   *
   * @param paper findings of the paper, one sentence each; may be empty
   */
  String page(String title, List<String> paper);

  /** Returns the name of the report's additional file; null if it has none. */
  default String file() {
    return null;
  }

  /** Writes the additional file, as CSV. */
  default void csv(PrintWriter out) {}
}
