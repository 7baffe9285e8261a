// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ContainerProto;

/**
 * Record of the last allocate call that the AMRMProxy answered, with the containers that it placed
 * in that call; a master that repeats the call gets them again. Immutable.
 */
final class LastResponseRecord {
  static final LastResponseRecord NONE = new LastResponseRecord(-1, Collections.emptyList());

  private final int responseId;
  private final List<Container> placed;

  /**
   * Creates a record.
   *
   * @param responseId the id that the master sent in its call
   */
  LastResponseRecord(int responseId, List<Container> placed) {
    this.responseId = responseId;
    this.placed = placed;
  }

  /** Returns whether a call with this id repeats the recorded one. */
  boolean answers(int callId) {
    return responseId == callId;
  }

  List<Container> placed() {
    return placed;
  }

  Map<String, Object> snapshot() {
    List<String> containers = new ArrayList<>();
    for (Container c : placed) {
      byte[] bytes = ((ContainerPBImpl) c).getProto().toByteArray();
      containers.add(Base64.getEncoder().encodeToString(bytes));
    }
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("responseId", responseId);
    s.put("placed", containers);
    return s;
  }

  static LastResponseRecord restore(Map<String, ?> s) throws InvalidProtocolBufferException {
    List<Container> placed = new ArrayList<>();
    for (Object text : (List<?>) s.get("placed")) {
      byte[] bytes = Base64.getDecoder().decode((String) text);
      placed.add(new ContainerPBImpl(ContainerProto.parseFrom(bytes)));
    }
    return new LastResponseRecord(((Number) s.get("responseId")).intValue(), placed);
  }
}
