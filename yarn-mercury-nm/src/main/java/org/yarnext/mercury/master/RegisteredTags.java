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
package org.yarnext.mercury.master;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Resource;

/**
 * Carries an application's own tags for Mercury from the ResourceManager, which alone knows them,
 * to the AMRMProxy of its master's node, which divides its asks where scheduling is distributed.
 * They travel in the answer to the master's registration, each as the name of an empty resource
 * profile, the one place there for free text; the proxy takes them out again. An application
 * without such tags is answered as stock does.
 */
public final class RegisteredTags {
  private static final String PREFIX = "yarnext.mercury.";

  private RegisteredTags() {}

  /** The ResourceManager's part: adds those of an application's tags that are for Mercury. */
  public static void add(Collection<String> tags, RegisterApplicationMasterResponse response) {
    Map<String, Resource> ours = new HashMap<>();
    for (String tag : tags) {
      if (isOurs(tag)) {
        ours.put(tag, Resource.newInstance(0, 0));
      }
    }
    if (!ours.isEmpty()) {
      ours.putAll(response.getResourceProfiles());
      response.setResourceProfiles(ours);
    }
  }

  /**
   * The proxy's part: takes them out, so that the master gets stock's answer.
   *
   * @return empty if the ResourceManager told of none, or knows nothing of Mercury
   */
  public static Set<String> take(RegisterApplicationMasterResponse response) {
    Set<String> tags = new TreeSet<>();
    Map<String, Resource> profiles = new HashMap<>(response.getResourceProfiles());
    for (Iterator<String> names = profiles.keySet().iterator(); names.hasNext(); ) {
      String name = names.next();
      if (isOurs(name)) {
        tags.add(name);
        names.remove();
      }
    }
    if (!tags.isEmpty()) {
      response.setResourceProfiles(profiles);
    }
    return tags;
  }

  private static boolean isOurs(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith(PREFIX);
  }
}
