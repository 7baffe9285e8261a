// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.util;

/** Has YARN's resolver of racks, one for each process, begin anew with the next configuration. */
public final class ReadRacks {
  private ReadRacks() {}

  public static void forget() {
    RackResolver.reset();
  }
}
