// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMStateStoreService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.mercury.application.AttemptRequestInterceptor;
import org.yarnext.mercury.application.RequestCodec;

/**
 * Stores the state of an attempt that a restarted NodeManager needs to continue it: outstanding
 * requests, placement limits and the last response. The state is in the NodeManager's state store,
 * beside YARN's own records of the AMRMProxy.
 */
final class AttemptStore {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptStore.class);
  private static final String KEY = "yarnext.mercury";

  private final ObjectMapper json = new ObjectMapper();
  private final NMStateStoreService store;
  private final ApplicationAttemptId attempt;

  /** True if the store holds a record of this attempt. */
  private boolean stored;

  /**
   * The last stored record without the response; null if an earlier run of the daemon stored it.
   */
  private Map<String, Object> last;

  /** True if it was logged that a part of the record cannot be read. */
  private boolean isUnreadableLogged;

  AttemptStore(NMStateStoreService store, ApplicationAttemptId attempt) {
    this.store = store;
    this.attempt = attempt;
  }

  /** Writes if something has changed. */
  void save(AttemptRequestInterceptor gate, LocalPlacement placement, LastResponseRecord answer)
      throws IOException {
    if (!store.canRecover()) {
      return;
    }
    if (gate.passesAll() && stored) {
      store.removeAMRMProxyAppContextEntry(attempt, KEY);
      stored = false;
      last = null;
    }
    Map<String, Object> now = new LinkedHashMap<>();
    if (gate.givenUp()) {
      if (gate.passesAll()) {
        return;
      }
      now.put("left", encoded(gate.left()));
    } else {
      Map<String, Object> state = gate.snapshot();
      if (state == null || placement.limits() == null) {
        return;
      }
      now.put("gate", state);
      now.put("placement", placement.limits().snapshot());
      now.put("blacklist", placement.blacklist());
    }
    // If only an unchanged response is missing, the response can be computed again, so nothing is
    // stored.
    if (!now.equals(last)) {
      Map<String, Object> all = new LinkedHashMap<>(now);
      all.put("answer", answer.snapshot());
      store.storeAMRMProxyAppContextEntry(attempt, KEY, json.writeValueAsBytes(all));
      stored = true;
      last = now;
    }
  }

  /** Returns whether an earlier run of the NodeManager left a record of the attempt. */
  static boolean has(Map<String, byte[]> recovered) {
    return recovered != null && recovered.get(KEY) != null;
  }

  /**
   * Restores the state of an earlier run of the NodeManager.
   *
   * @return the last response of that run
   * @throws IOException if the record cannot be read
   */
  LastResponseRecord load(
      Map<String, byte[]> recovered, AttemptRequestInterceptor gate, LocalPlacement placement)
      throws IOException {
    if (!has(recovered)) {
      return LastResponseRecord.NONE;
    }
    stored = true;
    Map<String, Object> all = read(recovered);
    if (all.containsKey("left")) {
      return end(recovered, gate); // it had given up already, which is no failure
    }
    LastResponseRecord answer = LastResponseRecord.restore(part(all, "answer"));
    LocalPlacement.Limits limits = LocalPlacement.Limits.restore(part(all, "placement"));
    gate.restore(part(all, "gate"));
    placement.begin(limits.inNextLife());
    placement.avoid((List<?>) all.getOrDefault("blacklist", Collections.emptyList()));
    // The next run must not reuse this run's ids, even if nothing else is ever written.
    save(gate, placement, answer);
    return answer;
  }

  /**
   * Ends the division of an earlier run of the NodeManager, if division is off now or {@link #load}
   * failed: gives up the interceptor, which then requests the outstanding containers as far as they
   * can be read.
   *
   * @return the last response of that run, if it can be read
   */
  LastResponseRecord end(Map<String, byte[]> recovered, AttemptRequestInterceptor gate) {
    gate.giveUp();
    if (!has(recovered)) {
      return LastResponseRecord.NONE;
    }
    stored = true;
    try {
      Map<String, Object> all = read(recovered);
      gate.giveUp(
          all.containsKey("left")
              ? requests(all.get("left"))
              : RequestCodec.copies(RequestCodec.outstanding(part(all, "gate"), this::unreadable)));
      LOG.info("All outstanding requests of {} now go to the ResourceManager", attempt);
      return LastResponseRecord.restore(part(all, "answer"));
    } catch (IOException | RuntimeException e) {
      unreadable(e);
      return LastResponseRecord.NONE;
    }
  }

  /**
   * Logs once that the record, or any of its requests, cannot be read. The AMRMProxy refuses
   * masters that have to register again, so the master cannot be made to repeat its requests.
   */
  private void unreadable(Exception why) {
    if (!isUnreadableLogged) {
      isUnreadableLogged = true;
      LOG.error(
          "Some requests that {} made before the NodeManager restarted cannot be read. If the"
              + " attempt gets no containers, end it: the next attempt requests them again.",
          attempt,
          why);
    }
  }

  private Map<String, Object> read(Map<String, byte[]> recovered) throws IOException {
    return json.readValue(recovered.get(KEY), new TypeReference<Map<String, Object>>() {});
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> part(Map<String, Object> all, String name) {
    Object part = all.get(name);
    if (!(part instanceof Map)) {
      throw new IllegalArgumentException("No " + name + " in the stored record: " + part);
    }
    return (Map<String, Object>) part;
  }

  /** Encodes requests in YARN's format, as text. */
  private static List<String> encoded(List<ResourceRequest> requests) {
    List<String> texts = new ArrayList<>(requests.size());
    for (ResourceRequest request : requests) {
      byte[] bytes = ((ResourceRequestPBImpl) request).getProto().toByteArray();
      texts.add(Base64.getEncoder().encodeToString(bytes));
    }
    return texts;
  }

  /** Decodes requests; throws an unchecked exception if the value is no list of valid texts. */
  private static List<ResourceRequest> requests(Object texts)
      throws InvalidProtocolBufferException {
    List<ResourceRequest> requests = new ArrayList<>();
    for (Object text : (List<?>) texts) {
      byte[] bytes = Base64.getDecoder().decode((String) text);
      requests.add(new ResourceRequestPBImpl(ResourceRequestProto.parseFrom(bytes)));
    }
    return requests;
  }
}
