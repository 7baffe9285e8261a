// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the feature release of a Java, such as 17, from its version. Stateless. */
public final class JavaRelease {
  /** Up to 3.4.2, Hadoop calls Subject.getSubject, which later releases refuse. */
  public static final int NEWEST_OF_OLDER_HADOOP = 22;

  private static final Pattern VERSION = Pattern.compile("(?:1\\.)?(\\d{1,4})(?!\\d).*");

  private JavaRelease() {}

  /** Returns the release of a version, such as 8 for 1.8 and 17 for 17.0.9; 0 if it is unknown. */
  public static int of(String version) {
    Matcher known = VERSION.matcher(version);
    return known.matches() ? Integer.parseInt(known.group(1)) : 0;
  }
}
