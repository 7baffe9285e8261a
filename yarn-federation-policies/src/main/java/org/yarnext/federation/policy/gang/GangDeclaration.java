// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parallelism that a job declares by an application tag such as {@code gang=16x2048}: 16
 * containers of 2,048 MB each that are useful only together (Hydra section 4.2, "jobs that declare
 * parallelism k"). Every client passes tags on, so applications need no change. Immutable.
 */
public final class GangDeclaration {
  private static final Pattern TAG = Pattern.compile("gang=(\\d{1,9})x(\\d{1,9})");
  private static final String PREFIX = "gang=";

  /** Limit of a whole gang in MB: an exabyte, far beyond any cluster. */
  private static final long MAX_MB = 1L << 40;

  private final int containers;
  private final long containerMb;

  private GangDeclaration(int containers, long containerMb) {
    this.containers = containers;
    this.containerMb = containerMb;
  }

  /**
   * Returns the declaration among an application's tags.
   *
   * @param tags the application's tags in lower case, as YARN stores them; not null
   * @return null if there is no declaration
   * @throws IllegalArgumentException if the declaration is malformed or too large, or there are
   *     several; the message shows the right form
   */
  public static GangDeclaration of(Collection<String> tags) {
    GangDeclaration found = null;
    for (String tag : tags) {
      if (tag.startsWith(PREFIX)) {
        Matcher matcher = TAG.matcher(tag);
        if (!matcher.matches() || found != null) {
          throw malformed(tag);
        }
        found =
            new GangDeclaration(
                Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
        if (found.containers < 1
            || found.containerMb < 1
            || found.containers > MAX_MB / found.containerMb) {
          throw malformed(tag);
        }
      }
    }
    return found;
  }

  /** Returns whether a tag, as a client wrote it, is intended as a declaration; false for null. */
  public static boolean isDeclaration(String tag) {
    return tag != null && tag.toLowerCase(Locale.ROOT).startsWith(PREFIX);
  }

  private static IllegalArgumentException malformed(String tag) {
    return new IllegalArgumentException(
        "the tag "
            + tag
            + " is not a single valid declaration of a gang, such as gang=16x2048 for 16 containers"
            + " of 2048 MB, at most "
            + MAX_MB
            + " MB together: correct or remove it");
  }

  /** Returns the number of containers that are useful only together; 1 or more. */
  public int containers() {
    return containers;
  }

  /**
   * Returns the memory that the gang needs at once, the ApplicationMaster included, in MB.
   *
   * @param masterMb size of the ApplicationMaster, in MB
   * @throws IllegalArgumentException if that size is negative or above {@link Integer#MAX_VALUE}
   */
  public long amountMb(long masterMb) {
    if (masterMb < 0 || masterMb > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the Application Master requests "
              + masterMb
              + " MB: request 0 to "
              + Integer.MAX_VALUE
              + " MB");
    }
    return containers * containerMb + masterMb;
  }
}
