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
package org.yarnext.mercury.allocation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.yarnext.mercury.policy.placement.CandidateNode;

/** Tells how long the queues of nodes are, where that is known. Thread-safe. */
public interface NodeWaits {
  /** Nothing is known but the order of the list. */
  NodeWaits UNKNOWN =
      new NodeWaits() {
        @Override
        public List<CandidateNode> candidates(Collection<RemoteNode> nodes) {
          List<CandidateNode> candidates = new ArrayList<>(nodes.size());
          nodes.forEach(node -> candidates.add(NodeWaits.ofUnknownWait(node)));
          return candidates;
        }

        @Override
        public long costMs(Long runMs, Resource size) {
          return 1;
        }

        @Override
        public void placed(Container container, long costMs) {}

        @Override
        public void takenBack(Container container) {}
      };

  /**
   * Nodes as policies see them, in the same order, their waits R with what was placed since they
   * were reported, or unknown. Called with all of a list in every call that places something.
   */
  List<CandidateNode> candidates(Collection<RemoteNode> nodes);

  /** One of them where nothing is known of its wait. */
  static CandidateNode ofUnknownWait(RemoteNode node) {
    NodeId id = node.getNodeId();
    return CandidateNode.of(
        id.getHost(), id.getPort(), node.getRackName(), node.getNodePartition());
  }

  /**
   * What one container adds to a node's wait, in ms.
   *
   * @param runMs its expected run time; null if nothing is known
   * @param size what it occupies
   */
  long costMs(Long runMs, Resource size);

  /** A container was placed. */
  void placed(Container container, long costMs);

  /** A container that was placed is no more, and nobody was given it. */
  void takenBack(Container container);
}
