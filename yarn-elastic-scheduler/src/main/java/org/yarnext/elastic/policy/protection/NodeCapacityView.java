// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.protection;

import java.util.Objects;

/** Resources of a node for tasks whose run time is known. Immutable. */
public final class NodeCapacityView {
  final String name;
  final long memoryMb;
  final int vcores;

  /**
   * Creates a view.
   *
   * @param name not null
   * @param memoryMb without that of masters and of tasks of unknown run time there; may be below 0
   * @param vcores likewise
   */
  public NodeCapacityView(String name, long memoryMb, int vcores) {
    this.name = Objects.requireNonNull(name, "name");
    this.memoryMb = memoryMb;
    this.vcores = vcores;
  }
}
