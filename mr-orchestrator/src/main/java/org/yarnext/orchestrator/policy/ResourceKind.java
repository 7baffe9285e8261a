// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

/**
 * The resources of a container that the orchestrator changes: CPU and memory. Amounts are
 * millicores of CPU or bytes of memory everywhere in this package.
 */
public enum ResourceKind {
  /** In millicores. */
  CPU("Millicores"),
  /** In bytes, without inactive page cache. */
  MEMORY("Bytes");

  private final String unit;

  ResourceKind(String unit) {
    this.unit = unit;
  }

  /** Returns the name of a decision's input with the unit, such as {@code usedMillicores}. */
  public String input(String amount) {
    return amount + unit;
  }
}
