// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;

/** Encodes requests in YARN's format, as text for the NodeManager's state store. */
final class ProxyRequestCodec {
  private ProxyRequestCodec() {}

  static List<String> write(List<ResourceRequest> asks) {
    List<String> texts = new ArrayList<>(asks.size());
    for (ResourceRequest ask : asks) {
      byte[] bytes = ((ResourceRequestPBImpl) ask).getProto().toByteArray();
      texts.add(Base64.getEncoder().encodeToString(bytes));
    }
    return texts;
  }

  /**
   * Decodes requests.
   *
   * @throws RuntimeException if the texts are invalid
   */
  static List<ResourceRequest> read(Object texts) throws InvalidProtocolBufferException {
    List<ResourceRequest> asks = new ArrayList<>();
    for (Object text : (List<?>) texts) {
      byte[] bytes = Base64.getDecoder().decode((String) text);
      asks.add(new ResourceRequestPBImpl(ResourceRequestProto.parseFrom(bytes)));
    }
    return asks;
  }
}
