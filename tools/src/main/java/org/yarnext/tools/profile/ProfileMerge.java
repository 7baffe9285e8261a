// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.util.ArrayList;
import java.util.List;
import org.yarnext.elastic.policy.profile.NamePattern;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.profile.fit.TaskClassKey;

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
      int same = indexOf(merged, new TaskClassKey(profile));
      if (same >= 0) {
        merged.set(same, profile);
      } else {
        merged.add(indexOfMoreGeneral(merged, profile), profile);
      }
    }
    return new Profiles(merged);
  }

  /** Returns the profile of exactly these tasks; null if there is none. */
  static TaskProfile find(Profiles profiles, TaskClassKey tasks) {
    int index = indexOf(profiles.all(), tasks);
    return index < 0 ? null : profiles.all().get(index);
  }

  /** Returns the profiles without one, if it is still the same. */
  static Profiles without(Profiles profiles, TaskProfile removed) {
    String model = ProfileFile.modelText(removed);
    List<TaskProfile> rest = new ArrayList<>(profiles.all());
    int index = indexOf(rest, new TaskClassKey(removed));
    if (index >= 0 && ProfileFile.modelText(rest.get(index)).equals(model)) {
      rest.remove(index);
    }
    return new Profiles(rest);
  }

  private static int indexOf(List<TaskProfile> profiles, TaskClassKey tasks) {
    for (int i = 0; i < profiles.size(); i++) {
      if (new TaskClassKey(profiles.get(i)).equals(tasks)) {
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
