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
package org.yarnext.mercury.master;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourcePBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.yarnext.mercury.policy.asks.Ask;
import org.yarnext.mercury.policy.asks.AskKey;

/** Translates YARN's resource requests into the asks that the policies see, and back. */
final class Asks {
  private Asks() {}

  /** Whether all is there that says what is asked; what is not is for stock to refuse. */
  static boolean readable(ResourceRequest r) {
    return r.getPriority() != null && r.getCapability() != null && r.getResourceName() != null;
  }

  /** Whether stock is to see it as it came, whatever is made of it. */
  static boolean malformed(ResourceRequest r) {
    return !readable(r) || r.getNumContainers() < 0;
  }

  /** A copy, with the fields that this version does not know. */
  static ResourceRequest copy(ResourceRequest r) {
    return r instanceof ResourceRequestPBImpl
        ? new ResourceRequestPBImpl(((ResourceRequestPBImpl) r).getProto())
        : ResourceRequest.clone(r);
  }

  /** A number below 0 is none, as the schedulers take it. */
  static List<Ask> read(List<ResourceRequest> requests) {
    List<Ask> asks = new ArrayList<>(requests.size());
    for (ResourceRequest r : requests) {
      ExecutionTypeRequest type = r.getExecutionTypeRequest();
      asks.add(
          Ask.of(key(r), r.getResourceName(), Math.max(0, r.getNumContainers()))
              .withType(opportunistic(r), type != null && type.getEnforceExecutionType())
              .withRelaxLocality(r.getRelaxLocality())
              .withLabel(r.getNodeLabelExpression()));
    }
    return asks;
  }

  static boolean opportunistic(ResourceRequest r) {
    ExecutionTypeRequest type = r.getExecutionTypeRequest();
    return type != null && type.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  private static AskKey key(ResourceRequest r) {
    return AskKey.of(
        r.getPriority().getPriority(), r.getAllocationRequestId(), Sizes.text(r.getCapability()));
  }

  /**
   * What a granted container was asked as. YARN may have rounded its size up: the ledger then finds
   * the line by priority and request id.
   */
  static AskKey key(Container c) {
    return AskKey.of(
        c.getPriority().getPriority(), c.getAllocationRequestId(), Sizes.text(c.getResource()));
  }

  /**
   * @param asks as the policies decided
   * @param opportunistic of which execution type they are to be
   */
  static List<ResourceRequest> write(List<Ask> asks, boolean opportunistic) {
    List<ResourceRequest> requests = new ArrayList<>(asks.size());
    asks.forEach(ask -> requests.add(write(ask, opportunistic)));
    return requests;
  }

  private static ResourceRequest write(Ask ask, boolean opportunistic) {
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(ask.key().priority()))
        .allocationRequestId(ask.key().allocationRequestId())
        .capability(size(ask))
        .resourceName(ask.resourceName())
        .numContainers(ask.count())
        .relaxLocality(ask.relaxLocality())
        .nodeLabelExpression(ask.label())
        .executionTypeRequest(
            ExecutionTypeRequest.newInstance(
                opportunistic ? ExecutionType.OPPORTUNISTIC : ExecutionType.GUARANTEED,
                ask.enforced()))
        .build();
  }

  /**
   * Of the class that sizes in requests from other processes have: YARN's own smaller class has
   * another hash code, and its maps of sizes would keep one size twice.
   */
  private static Resource size(Ask ask) {
    return new ResourcePBImpl(
        ProtoUtils.convertToProtoFormat(Sizes.resource(ask.key().capability())));
  }

  /**
   * Guaranteed asks as requests; one that passes unchanged is the request that it was read from, so
   * that a call that divides nothing makes no copies.
   *
   * @param read what {@link #read} made of the requests of the call
   * @param like makes of a request what it would be if the application had written it
   */
  static List<ResourceRequest> writeGuaranteed(
      List<Ask> asks,
      List<Ask> read,
      List<ResourceRequest> requests,
      UnaryOperator<ResourceRequest> like) {
    Map<Ask, ResourceRequest> sources = new IdentityHashMap<>(2 * read.size());
    for (int i = 0; i < read.size(); i++) {
      ResourceRequest source = requests.get(i);
      if (source.getExecutionTypeRequest() != null
          && source.getNumContainers() == read.get(i).count()) {
        sources.put(read.get(i), source);
      }
    }
    List<ResourceRequest> written = new ArrayList<>(asks.size());
    for (Ask ask : asks) {
      ResourceRequest source = sources.get(ask);
      written.add(source == null ? like.apply(write(ask, false)) : source);
    }
    return written;
  }
}
