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
package org.yarnext.elastic.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Says why a profile file was refused: every problem at once, each naming the entry, the field and
 * the fix. Immutable and thread-safe.
 */
public final class RefusedProfilesException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> problems;

  RefusedProfilesException(Path file, List<String> problems) {
    super("Profile file " + file + " is refused: " + String.join(" ", problems));
    this.problems = new ArrayList<>(problems);
  }

  /**
   * Returns the problems, one sentence each, in the order of the file; unmodifiable, never empty.
   */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }
}
