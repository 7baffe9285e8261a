// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.api.records.impl.pb;

import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProtoOrBuilder;

/**
 * Reads the protobuf message of a resource request without building it anew, as {@code
 * ResourceRequestPBImpl.getProto} does each time; an allocate call has many requests. Uses
 * package-private fields of that class. Checked on Hadoop 3.4.0 to 3.4.2.
 */
public final class RequestMessageView {
  private RequestMessageView() {}

  /** Returns the fields that this version of Hadoop does not know; never null. */
  public static UnknownFieldSet unknownFields(ResourceRequestPBImpl request) {
    ResourceRequestProtoOrBuilder message = request.viaProto ? request.proto : request.builder;
    return message.getUnknownFields();
  }

  /**
   * Returns the message of a request.
   *
   * @param request must not have been changed in place, through its size or priority
   */
  public static ResourceRequestProto message(ResourceRequestPBImpl request) {
    return request.viaProto ? request.proto : request.getProto();
  }
}
