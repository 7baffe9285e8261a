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
 * Reads how long a container is expected to run: what the application declared, an allocation tag
 * or a variable in the container's environment that any application can set by configuration,
 * before what the allocating side has learnt, which is another tag in the signed container token.
 * Where that side does not trust what the application declares, the tag says so, and goes first.
 */
public final class RunTimeHint {
  /** Prefix of an application's allocation tag; the declared run time in ms follows. */
  public static final String TAG_PREFIX = "yarnext.mercury.run-ms=";

  /** Prefix of the tag that the allocating side sets; it declares nothing. */
  private static final String LEARNT_PREFIX = "yarnext.mercury.learnt-ms=";

  /** The same where what the application declares is not trusted. */
  private static final String RATHER_PREFIX = "yarnext.mercury.rather-ms=";

  /** Environment variable that holds the expected run time in ms. */
  public static final String ENVIRONMENT_VARIABLE = "YARNEXT_MERCURY_RUN_MS";

  /** A declared run time above this, in ms, is absurd and counts as absent: a week. */
  public static final long MAX_MS = 7L * 24 * 3600 * 1000;

  private RunTimeHint() {}

  /** The allocation tag that tells what the allocating side has learnt; null if it is absurd. */
  public static String tag(long runMs) {
    return tag(runMs, true);
  }

  /**
   * @param trusted whether what the application declares, if it does, goes before this
   */
  public static String tag(long runMs, boolean trusted) {
    return runMs > 0 && runMs <= MAX_MS ? (trusted ? LEARNT_PREFIX : RATHER_PREFIX) + runMs : null;
  }

  /**
   * @param tags the token's allocation tags; null if none
   * @param environment the container's environment; null if none
   * @return the declared or else the learnt run time in ms; null if there is neither
   */
  public static Long read(Set<String> tags, Map<String, String> environment) {
    Long rather = find(RATHER_PREFIX, tags);
    Long first = rather == null ? declared(tags, environment) : rather;
    return first == null ? find(LEARNT_PREFIX, tags) : first;
  }

  /**
   * @param tags the token's allocation tags; null if none
   * @param environment the container's environment; null if none
   * @return the declared run time in ms, or null if none was declared or it is absurd
   */
  public static Long declared(Set<String> tags, Map<String, String> environment) {
    Long byTag = find(TAG_PREFIX, tags);
    return byTag != null || environment == null
        ? byTag
        : parse(environment.get(ENVIRONMENT_VARIABLE));
  }

  private static Long find(String prefix, Set<String> tags) {
    if (tags != null) {
      for (String tag : tags) {
        Long ms = tag.startsWith(prefix) ? parse(tag.substring(prefix.length())) : null;
        if (ms != null) {
          return ms;
        }
      }
    }
    return null;
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
