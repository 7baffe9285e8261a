// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.util;

/** Resets YARN's resolver of racks, of which each process has one. */
public final class ReadRacks {
  private ReadRacks() {}

  public static void forget() {
    RackResolver.reset();
  }
}
