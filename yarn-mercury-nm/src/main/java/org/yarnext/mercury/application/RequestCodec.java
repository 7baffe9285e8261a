// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourcePBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.requests.HybridLedger;
import org.yarnext.mercury.policy.requests.HybridLedgerCodec;
import org.yarnext.mercury.policy.requests.RequestKeys;

/**
 * Translates YARN's resource requests to the policies' entries and back. An entry keeps a copy of
 * its request, since schedulers change the requests that they are given. The total, hosts and racks
 * of a key share one copy, since they differ in name, count and relaxed locality alone. Not
 * thread-safe.
 */
public final class RequestCodec {
  /** The requests of the current call that may pass as they are, by their entries. */
  private final Map<RequestEntry, ResourceRequest> passing = new IdentityHashMap<>();

  /** The keys of {@link #adopt} by priority and request id. */
  private final Map<RequestKey, RequestKey> adopted = new HashMap<>();

  RequestCodec() {}

  /** Returns whether all required fields are set; stock refuses a request without them. */
  static boolean readable(ResourceRequest r) {
    return r.getPriority() != null && r.getCapability() != null && r.getResourceName() != null;
  }

  /** Returns whether stock must see the request unchanged. */
  static boolean malformed(ResourceRequest r) {
    return !readable(r) || r.getNumContainers() < 0;
  }

  /** Returns a copy that keeps fields unknown to this version. */
  static ResourceRequest copy(ResourceRequest r) {
    return r instanceof ResourceRequestPBImpl
        ? new ResourceRequestPBImpl(((ResourceRequestPBImpl) r).getProto())
        : ResourceRequest.clone(r);
  }

  /** Returns whether a request is for opportunistic containers. */
  public static boolean isOpportunistic(ResourceRequest r) {
    ExecutionTypeRequest type = r.getExecutionTypeRequest();
    return type != null && type.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  /**
   * Returns whether a request is valid and the application itself requests opportunistic
   * containers.
   */
  static boolean isOwn(ResourceRequest r) {
    return readable(r) && isOpportunistic(r);
  }

  /** Returns the matching requests, in a modifiable list. */
  static List<ResourceRequest> only(
      List<ResourceRequest> requests, Predicate<ResourceRequest> which) {
    List<ResourceRequest> matching = new ArrayList<>(requests.size());
    for (ResourceRequest each : requests) {
      if (which.test(each)) {
        matching.add(each);
      }
    }
    return matching;
  }

  /** Returns the entries as requests, in a modifiable list. */
  public static List<ResourceRequest> copies(List<RequestEntry> entries) {
    return entries.stream()
        .map(RequestCodec::copy)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /**
   * Moves the guaranteed scheduler's outstanding requests into a ledger. The scheduler has rounded
   * sizes up, and keeps one size for each priority and request id: until none of them is left,
   * later requests of the application for the same priority and request id count as the scheduler's
   * size.
   */
  void adopt(HybridLedger ledger, List<ResourceRequest> requests) {
    List<RequestEntry> entries = read(requests);
    entries.forEach(entry -> adopted.put(withoutSize(entry.key()), entry.key()));
    ledger.adopt(entries);
  }

  private static RequestKey withoutSize(RequestKey key) {
    return RequestKey.of(key.priority(), key.allocationRequestId(), "");
  }

  /** Begins a call with these requests. */
  void begin(HybridLedger ledger, List<ResourceRequest> requests) {
    adopted.values().removeIf(key -> ledger.stated(key, RequestEntry.ANY) == null);
    List<RequestEntry> entries = read(requests);
    for (RequestEntry entry : entries) {
      if (isRelabelled(ledger.stated(entry.key(), entry.resourceName()), entry)) {
        ledger.markUnknown(entry.key());
      }
    }
    ledger.begin(entries);
  }

  /** Reads the requests of a call. A number below 0 is none, as the schedulers take it. */
  List<RequestEntry> read(List<ResourceRequest> requests) {
    passing.clear();
    List<RequestEntry> entries = new ArrayList<>(requests.size());
    RequestKey key = null;
    ResourceRequest copied = null;
    ResourceRequest copy = null;
    for (ResourceRequest r : requests) {
      if (copied == null || !differByLocation(copied, r)) {
        copied = r;
        copy = copy(r);
        if (r.getExecutionTypeRequest() == null) {
          copy.setExecutionTypeRequest(ExecutionTypeRequest.newInstance());
        }
        // A copy's size has all resource types of the cluster. Decoded, it takes more memory than
        // the request, so it is read from a copy that is not kept.
        key = key(r, ResourceCodec.text(copy(copy).getCapability()));
        if (!RequestKeys.isOpportunistic(key)) {
          key = adopted.getOrDefault(withoutSize(key), key);
        }
      }
      RequestEntry entry = entry(key, r, copy);
      if (r.getNumContainers() >= 0 && r.getExecutionTypeRequest() != null) {
        passing.put(entry, r);
      }
      entries.add(entry);
    }
    return entries;
  }

  /** Ends a call: its requests are not kept. */
  void end() {
    passing.clear();
  }

  /** Returns whether two requests differ at most in name, count and relaxed locality. */
  private static boolean differByLocation(ResourceRequest a, ResourceRequest b) {
    return a.getAllocationRequestId() == b.getAllocationRequestId()
        && a.getPriority().equals(b.getPriority())
        && a.getCapability().equals(b.getCapability())
        && Objects.equals(a.getNodeLabelExpression(), b.getNodeLabelExpression())
        && Objects.equals(a.getExecutionTypeRequest(), b.getExecutionTypeRequest())
        && unknownFields(a).equals(unknownFields(b));
  }

  /**
   * Returns the request without its encoded form, which would take most of its memory for as long
   * as a scheduler keeps the request; the request itself if it has fields unknown to this version.
   */
  private static ResourceRequest decoded(ResourceRequest r) {
    return unknownFields(r).asMap().isEmpty() ? ResourceRequest.clone(r) : r;
  }

  private static UnknownFieldSet unknownFields(ResourceRequest r) {
    return r instanceof ResourceRequestPBImpl
        ? ((ResourceRequestPBImpl) r).getProto().getUnknownFields()
        : UnknownFieldSet.getDefaultInstance();
  }

  private static RequestKey key(ResourceRequest r, String size) {
    return RequestKeys.key(
        r.getPriority().getPriority(), r.getAllocationRequestId(), size, isOpportunistic(r));
  }

  private static RequestEntry entry(RequestKey key, ResourceRequest r, ResourceRequest origin) {
    int count = Math.max(0, r.getNumContainers());
    return RequestEntry.of(key, r.getResourceName(), count, r.getRelaxLocality()).from(origin);
  }

  /**
   * Returns the key of a granted container. YARN may have rounded its size up: the ledger then
   * finds the key by priority and request id.
   */
  static RequestKey key(Container c) {
    return RequestKeys.key(
        c.getPriority().getPriority(),
        c.getAllocationRequestId(),
        ResourceCodec.text(c.getResource()),
        false);
  }

  /**
   * Returns whether an entry differs from the previous one in more than its count: YARN's
   * schedulers have one node label for each key.
   */
  static boolean isRelabelled(RequestEntry before, RequestEntry entry) {
    if (before == null || before.origin() == null || entry.origin() == null) {
      return false;
    }
    ResourceRequest old = (ResourceRequest) before.origin();
    ResourceRequest now = (ResourceRequest) entry.origin();
    return !Objects.equals(old.getNodeLabelExpression(), now.getNodeLabelExpression())
        || !Objects.equals(old.getExecutionTypeRequest(), now.getExecutionTypeRequest());
  }

  /**
   * Returns an entry as a request, as similar to the application's as possible: with its units and
   * with fields unknown to this version. An entry of the current call gives a request equal to the
   * application's.
   */
  ResourceRequest write(RequestEntry entry) {
    ResourceRequest passed = passing.get(entry);
    return passed == null ? copy(entry) : decoded(passed);
  }

  /**
   * Returns an entry as a request to the opportunistic scheduler.
   *
   * @param defaultLabel the node label that stock gives a guaranteed request without one
   */
  static ResourceRequest opportunistic(RequestEntry entry, String defaultLabel) {
    ResourceRequest r = copy(entry);
    if (!RequestKeys.isOpportunistic(entry.key())) {
      r.setExecutionTypeRequest(
          ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));
      if (r.getNodeLabelExpression() == null) {
        r.setNodeLabelExpression(defaultLabel);
      }
    }
    return r;
  }

  /** Returns an entry as a request made from the copy that the entry keeps. */
  static ResourceRequest copy(RequestEntry entry) {
    Object origin = entry.origin();
    ResourceRequest r = origin == null ? request(entry) : copy((ResourceRequest) origin);
    r.setResourceName(entry.resourceName());
    r.setNumContainers(entry.count());
    r.setRelaxLocality(entry.relaxLocality());
    return r;
  }

  private static ResourceRequest request(RequestEntry entry) {
    RequestKey key = entry.key();
    ExecutionType type =
        RequestKeys.isOpportunistic(key) ? ExecutionType.OPPORTUNISTIC : ExecutionType.GUARANTEED;
    return ResourceRequest.newBuilder()
        .priority(Priority.newInstance(key.priority()))
        .allocationRequestId(key.allocationRequestId())
        .capability(size(key))
        .resourceName(entry.resourceName())
        .executionTypeRequest(ExecutionTypeRequest.newInstance(type))
        .build();
  }

  /**
   * Returns the size in the class that requests from other processes use: YARN's smaller class has
   * another hash code, and YARN's maps of sizes would hold one size twice.
   */
  private static Resource size(RequestKey key) {
    return new ResourcePBImpl(
        ProtoUtils.convertToProtoFormat(ResourceCodec.resource(RequestKeys.size(key))));
  }

  /** Encodes an entry as text. */
  static String text(RequestEntry entry) {
    byte[] bytes = ((ResourceRequestPBImpl) copy(entry)).getProto().toByteArray();
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * Decodes an entry.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  static RequestEntry entry(String text) {
    try {
      ResourceRequest r =
          new ResourceRequestPBImpl(
              ResourceRequestProto.parseFrom(Base64.getDecoder().decode(text)));
      return entry(key(r, ResourceCodec.text(r.getCapability())), r, r);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("Not a resource request: " + text, e);
    }
  }

  /**
   * Reads the outstanding requests of a snapshot of an {@link ApplicationAttemptRecord} as far as
   * possible, also if the record cannot be restored from it.
   *
   * @param unreadable receives the reason for each omission
   */
  @SuppressWarnings("unchecked")
  public static List<RequestEntry> outstanding(
      Map<String, ?> snapshot, Consumer<RuntimeException> unreadable) {
    Object ledgerSnapshot = snapshot.get("ledger");
    if (!(ledgerSnapshot instanceof Map)) {
      unreadable.accept(
          new IllegalArgumentException("A snapshot without a ledger: " + ledgerSnapshot));
      return new ArrayList<>();
    }
    return HybridLedgerCodec.stated(
        (Map<String, ?>) ledgerSnapshot, RequestCodec::entry, unreadable);
  }
}
