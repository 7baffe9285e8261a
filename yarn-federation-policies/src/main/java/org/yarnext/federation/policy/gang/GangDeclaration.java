// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parallelism that a job declares by an application tag such as {@code gang=16x2048}: 16
 * containers of 2,048 MB each that are of use only together (Hydra section 4.2, "jobs that declare
 * parallelism k"). Tags pass through every client, so no application has to be changed. Immutable.
 */
public final class GangDeclaration {
  private static final Pattern TAG = Pattern.compile("gang=(\\d{1,9})x(\\d{1,9})");
  private static final String PREFIX = "gang=";

  /** Far more than any cluster has: an exabyte. */
  private static final long MOST_MB = 1L << 40;

  private final int containers;
  private final long containerMb;

  private GangDeclaration(int containers, long containerMb) {
    this.containers = containers;
    this.containerMb = containerMb;
  }

  /**
   * @param tags the application's, as YARN has them, in lower case; not null
   * @return null if it declares nothing
   * @throws IllegalArgumentException saying how to write it, if a tag cannot be read, is absurd, or
   *     there are several
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
            || found.containers > MOST_MB / found.containerMb) {
          throw malformed(tag);
        }
      }
    }
    return found;
  }

  /** Whether a tag, as a client wrote it, is meant to declare something. */
  public static boolean isMeantBy(String tag) {
    return tag != null && tag.toLowerCase(Locale.ROOT).startsWith(PREFIX);
  }

  private static IllegalArgumentException malformed(String tag) {
    return new IllegalArgumentException(
        "the tag "
            + tag
            + " is not the one declaration of a gang, such as gang=16x2048 for 16"
            + " containers of 2048 MB, at most "
            + MOST_MB
            + " MB together: correct or remove it");
  }

  public int containers() {
    return containers;
  }

  /**
   * What it needs at once, its master included, in MB.
   *
   * @throws IllegalArgumentException if no master can be of that size
   */
  public long amountMb(long masterMb) {
    if (masterMb < 0 || masterMb > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the application's master asks for "
              + masterMb
              + " MB: ask for 0 to "
              + Integer.MAX_VALUE
              + " MB");
    }
    return containers * containerMb + masterMb;
  }
}
