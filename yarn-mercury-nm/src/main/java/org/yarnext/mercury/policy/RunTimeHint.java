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
package org.yarnext.mercury.policy;

import java.util.Map;
import java.util.Set;

/**
 * Reads the run time that an application declared for a container: an allocation tag in the signed
 * container token, which the allocating side sets, before a variable in the container's
 * environment, which any application can set by configuration.
 */
public final class RunTimeHint {
  /** Allocation tag prefix; the expected run time in ms follows. */
  public static final String TAG_PREFIX = "yarnext.mercury.run-ms=";

  /** Environment variable that holds the expected run time in ms. */
  public static final String ENVIRONMENT_VARIABLE = "YARNEXT_MERCURY_RUN_MS";

  /** A declared run time above this, in ms, is absurd and counts as absent: a week. */
  public static final long MAX_MS = 7L * 24 * 3600 * 1000;

  private RunTimeHint() {}

  /** The allocation tag that declares a run time; null if it is absurd. */
  public static String tag(long runMs) {
    return runMs > 0 && runMs <= MAX_MS ? TAG_PREFIX + runMs : null;
  }

  /**
   * @param tags the token's allocation tags; null if none
   * @param environment the container's environment; null if none
   * @return the declared run time in ms, or null if none was declared or it is absurd
   */
  public static Long read(Set<String> tags, Map<String, String> environment) {
    if (tags != null) {
      for (String tag : tags) {
        if (tag.startsWith(TAG_PREFIX)) {
          Long ms = parse(tag.substring(TAG_PREFIX.length()));
          if (ms != null) {
            return ms;
          }
        }
      }
    }
    return environment == null ? null : parse(environment.get(ENVIRONMENT_VARIABLE));
  }

  private static Long parse(String text) {
    if (text == null) {
      return null;
    }
    try {
      long ms = Long.parseLong(text.trim());
      return ms > 0 && ms <= MAX_MS ? ms : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
