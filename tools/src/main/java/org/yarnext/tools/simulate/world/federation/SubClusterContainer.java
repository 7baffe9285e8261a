// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

/** A container that a sub-cluster granted. Immutable. */
final class SubClusterContainer {
  final SubClusterRequest request;
  final SubClusterNode node;
  final long sequence;

  SubClusterContainer(SubClusterRequest request, SubClusterNode node, long sequence) {
    this.request = request;
    this.node = node;
    this.sequence = sequence;
  }
}
