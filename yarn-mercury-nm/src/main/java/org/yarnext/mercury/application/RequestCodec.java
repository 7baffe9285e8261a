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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ExecutionTypeRequestPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourcePBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.UnknownRequestFields;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ExecutionTypeRequestProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
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
  private final Map<RequestEntry, ResourceRequest> passing = new IdentityHashMap<>(8);

  /** The requests of the current call with a negative number. */
  private final List<ResourceRequest> negative = new ArrayList<>(0);

  /** The keys of {@link #adopt} by priority and request id. */
  private final Map<RequestKey, RequestKey> adopted = new HashMap<>();

  /** The key that was read last, which most calls read again; null at first. */
  private RequestKey last;

  RequestCodec() {}

  /** Returns whether all required fields are set; stock refuses a request without them. */
  static boolean readable(ResourceRequest r) {
    return r.getPriority() != null && r.getCapability() != null && r.getResourceName() != null;
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
    return type instanceof ExecutionTypeRequestPBImpl
        // YARN looks up its own type by name each time.
        ? proto(type).getExecutionType() == ExecutionTypeProto.OPPORTUNISTIC
        : type != null && type.getExecutionType() == ExecutionType.OPPORTUNISTIC;
  }

  private static ExecutionTypeRequestProto proto(ExecutionTypeRequest type) {
    return ((ExecutionTypeRequestPBImpl) type).getProto();
  }

  /** Returns whether any of these requests is for opportunistic containers. */
  public static boolean isAnyOpportunistic(List<ResourceRequest> requests) {
    for (ResourceRequest each : requests) {
      if (isOpportunistic(each)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a request is valid and the application itself requests opportunistic
   * containers.
   */
  static boolean isOwn(ResourceRequest r) {
    return isOpportunistic(r) && readable(r);
  }

  /**
   * Returns a test for valid requests whose node label the guaranteed scheduler accepts, or that
   * are not for it.
   *
   * @param labels whether it accepts a label, null for none
   */
  static Predicate<ResourceRequest> acceptable(Predicate<String> labels) {
    return r ->
        readable(r)
            && (!ResourceRequest.isAnyLocation(r.getResourceName())
                || labels.test(r.getNodeLabelExpression())
                || isOpportunistic(r));
  }

  /** Returns the matching requests, and adds the others to a list. */
  static List<ResourceRequest> split(
      List<ResourceRequest> requests,
      Predicate<ResourceRequest> which,
      List<ResourceRequest> others) {
    List<ResourceRequest> matching = new ArrayList<>(requests.size());
    for (ResourceRequest each : requests) {
      (which.test(each) ? matching : others).add(each);
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
    entries.forEach(entry -> adopted.put(RequestKeys.withoutSize(entry.key()), entry.key()));
    ledger.adopt(entries);
  }

  /** Returns the size of a request with all resource types of the cluster, as a copy has it. */
  private static Resource fullSize(ResourceRequest r) {
    Resource size = r.getCapability();
    return size.getResources().length == ResourceUtils.getNumberOfKnownResourceTypes()
        ? size
        : copy(r).getCapability();
  }

  private RequestKey adoptedKey(RequestKey stated) {
    return adopted.isEmpty() || RequestKeys.isOpportunistic(stated)
        ? stated
        : adopted.getOrDefault(RequestKeys.withoutSize(stated), stated);
  }

  /** Begins a call with these requests. */
  void begin(HybridLedger ledger, List<ResourceRequest> requests) {
    if (!adopted.isEmpty()) {
      adopted.values().removeIf(key -> ledger.stated(key, RequestEntry.ANY) == null);
    }
    List<RequestEntry> entries = read(requests, key -> ledger.stated(key, RequestEntry.ANY));
    RequestKey key = null;
    boolean isKnown = false;
    for (RequestEntry entry : entries) {
      if (entry.key() != key) {
        key = entry.key();
        isKnown = ledger.stated(key, RequestEntry.ANY) != null;
      }
      if (isKnown && isRelabelled(ledger.stated(key, entry.resourceName()), entry)) {
        ledger.markUnknown(key);
      }
    }
    ledger.begin(entries);
  }

  /** Reads the requests of a call. A number below 0 is none, as the schedulers take it. */
  List<RequestEntry> read(List<ResourceRequest> requests) {
    return read(requests, key -> null);
  }

  /**
   * Reads the requests of a call.
   *
   * @param known returns what the application stated last for a key, null if nothing. As long as it
   *     differs in name, count and relaxed locality alone, its copy is kept
   */
  private List<RequestEntry> read(
      List<ResourceRequest> requests, Function<RequestKey, RequestEntry> known) {
    end();
    List<RequestEntry> entries = new ArrayList<>(requests.size());
    RequestKey key = null;
    ResourceRequest first = null;
    ResourceRequest origin = null;
    for (ResourceRequest r : requests) {
      if (first == null || !differByLocation(first, r)) {
        first = r;
        last = key(last, r, ResourceCodec.text(fullSize(r)));
        key = adoptedKey(last);
        RequestEntry before = key.equals(last) ? known.apply(key) : null;
        origin = before == null ? null : (ResourceRequest) before.origin();
        if (origin == null || !isCopy(origin, r)) {
          origin = copy(r);
          if (r.getExecutionTypeRequest() == null) {
            origin.setExecutionTypeRequest(ExecutionTypeRequest.newInstance());
          }
        }
      }
      RequestEntry entry = entry(key, r, origin);
      if (r.getNumContainers() < 0) {
        negative.add(r);
      } else if (r.getExecutionTypeRequest() != null) {
        passing.put(entry, r);
      }
      entries.add(entry);
    }
    return entries;
  }

  /** Ends a call: its requests are not kept. */
  void end() {
    if (!passing.isEmpty()) {
      passing.clear(); // writes all of its table
    }
    negative.clear();
  }

  /** Returns the requests of the current call with a negative number: stock must see them, too. */
  List<ResourceRequest> negative() {
    return negative;
  }

  /** Returns whether two requests differ at most in name, count and relaxed locality. */
  private static boolean differByLocation(ResourceRequest a, ResourceRequest b) {
    return a.getAllocationRequestId() == b.getAllocationRequestId()
        && a.getPriority().equals(b.getPriority())
        && a.getCapability().equals(b.getCapability())
        && isCopy(a, b);
  }

  /**
   * Returns whether two requests of one key differ at most in name, count and relaxed locality. The
   * key has their sizes; to read a copy's size would decode it, which takes more memory.
   */
  private static boolean isCopy(ResourceRequest a, ResourceRequest b) {
    return Objects.equals(a.getNodeLabelExpression(), b.getNodeLabelExpression())
        && isSameType(a.getExecutionTypeRequest(), b.getExecutionTypeRequest())
        && UnknownRequestFields.of(a).equals(UnknownRequestFields.of(b));
  }

  private static boolean isSameType(ExecutionTypeRequest a, ExecutionTypeRequest b) {
    if (a instanceof ExecutionTypeRequestPBImpl && b instanceof ExecutionTypeRequestPBImpl) {
      return a == b || proto(a).equals(proto(b));
    }
    return Objects.equals(a, b)
        && (a == null || a.getEnforceExecutionType() == b.getEnforceExecutionType());
  }

  private static RequestKey key(RequestKey known, ResourceRequest r, String size) {
    return RequestKeys.key(
        known, r.getPriority().getPriority(), r.getAllocationRequestId(), size, isOpportunistic(r));
  }

  private static RequestEntry entry(RequestKey key, ResourceRequest r, ResourceRequest origin) {
    int count = Math.max(0, r.getNumContainers());
    return RequestEntry.of(key, r.getResourceName(), count, r.getRelaxLocality(), origin);
  }

  /**
   * Returns the key of a granted container. YARN may have rounded its size up: the ledger then
   * finds the key by priority and request id.
   */
  static RequestKey key(Container c) {
    String size = ResourceCodec.text(c.getResource());
    return RequestKeys.key(c.getPriority().getPriority(), c.getAllocationRequestId(), size, false);
  }

  /**
   * Returns whether an entry differs from the previous one in more than its count: YARN's
   * schedulers have one node label for each key.
   */
  static boolean isRelabelled(RequestEntry before, RequestEntry entry) {
    if (before == null
        || before.origin() == null
        || entry.origin() == null
        || before.origin() == entry.origin()) {
      return false;
    }
    ResourceRequest old = (ResourceRequest) before.origin();
    ResourceRequest now = (ResourceRequest) entry.origin();
    return !Objects.equals(old.getNodeLabelExpression(), now.getNodeLabelExpression())
        || !Objects.equals(old.getExecutionTypeRequest(), now.getExecutionTypeRequest());
  }

  /**
   * Returns an entry as a request, as similar to the application's as possible: with its units and
   * with fields unknown to this version. An entry of the current call gives the application's own
   * request.
   */
  ResourceRequest write(RequestEntry entry) {
    ResourceRequest passed = passing.get(entry);
    return passed == null ? copy(entry) : passed;
  }

  /**
   * Returns an entry as a request to the opportunistic scheduler.
   *
   * @param defaultLabel the node label that stock gives a guaranteed request without one
   */
  ResourceRequest opportunistic(RequestEntry entry, String defaultLabel) {
    if (RequestKeys.isOpportunistic(entry.key())) {
      return write(entry);
    }
    ResourceRequest r = copy(entry);
    r.setExecutionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true));
    if (r.getNodeLabelExpression() == null) {
      r.setNodeLabelExpression(defaultLabel);
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
      return entry(key(null, r, ResourceCodec.text(r.getCapability())), r, r);
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
