// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.Map;
import java.util.Set;

/**
 * Reads the expected run time of a container, as its application declared it or as the allocating
 * side estimated it. The declaration is in a variable of the container's environment, which any
 * application can set by configuration; the estimate is in an allocation tag of the container's
 * token. An application can name allocation tags itself, so tags may be read only from tokens that
 * the allocating side signed.
 */
public final class RunTimeHint {
  /** Prefix of the tag that the allocating side sets. */
  private static final String LEARNT_PREFIX = "yarnext.mercury.learnt-ms=";

  /**
   * Tag of the allocating side on containers whose queue accepts declared run times; used if other
   * queues do not, since a node does not know the queue.
   */
  public static final String CLAIMS_ACCEPTED = "yarnext.mercury.claims=accepted";

  /** Environment variable that declares the expected run time in ms. */
  public static final String ENVIRONMENT_VARIABLE = "YARNEXT_MERCURY_RUN_MS";

  /** Maximum declared run time, in ms: a week. A larger one is absurd and counts as absent. */
  public static final long MAX_MS = 7L * 24 * 3600 * 1000;

  private RunTimeHint() {}

  /**
   * Returns the allocation tag for the allocating side's estimate; null if the estimate is absurd.
   */
  public static String tag(long runMs) {
    return runMs > 0 && runMs <= MAX_MS ? LEARNT_PREFIX + runMs : null;
  }

  /**
   * Returns the allocating side's estimate.
   *
   * @param tags of a token signed by the allocating side; null if none
   * @return the estimate, in ms; null if there is none
   */
  public static Long learnt(Set<String> tags) {
    if (tags != null) {
      for (String tag : tags) {
        Long ms =
            tag.startsWith(LEARNT_PREFIX) ? parse(tag.substring(LEARNT_PREFIX.length())) : null;
        if (ms != null) {
          return ms;
        }
      }
    }
    return null;
  }

  /**
   * Returns the declared run time.
   *
   * @param environment the container's environment; null if none
   * @return in ms, or null if none was declared or it is absurd
   */
  public static Long declared(Map<String, String> environment) {
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
