// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.elastic.policy.profile.NamePattern;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;

/**
 * Merges new profiles into a file, of which the first matching profile wins. A new profile replaces
 * the one for the same tasks; otherwise it is put before the first more general one. Stateless.
 */
final class ProfileMerge {
  private ProfileMerge() {}

  /** Returns the old profiles with the new ones added or replaced. */
  static Profiles merge(Profiles old, List<TaskProfile> made) {
    List<TaskProfile> merged = new ArrayList<>(old.all());
    for (TaskProfile profile : made) {
      int same = indexOfSame(merged, profile);
      if (same >= 0) {
        merged.set(same, profile);
      } else {
        merged.add(indexOfMoreGeneral(merged, profile), profile);
      }
    }
    return new Profiles(merged);
  }

  private static int indexOfSame(List<TaskProfile> profiles, TaskProfile profile) {
    for (int i = 0; i < profiles.size(); i++) {
      TaskProfile other = profiles.get(i);
      if (other.jobPattern().equals(profile.jobPattern())
          && other.framework().equals(profile.framework())
          && other.taskClass().equalsIgnoreCase(profile.taskClass())) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the index of the first profile that is more general: its pattern matches the text of
   * this one's pattern. Returns the size of the list if there is none.
   */
  private static int indexOfMoreGeneral(List<TaskProfile> profiles, TaskProfile profile) {
    for (int i = 0; i < profiles.size(); i++) {
      TaskProfile other = profiles.get(i);
      if (other.framework().equals(profile.framework())
          && new NamePattern(other.jobPattern()).matches(profile.jobPattern())) {
        return i;
      }
    }
    return profiles.size();
  }
}
