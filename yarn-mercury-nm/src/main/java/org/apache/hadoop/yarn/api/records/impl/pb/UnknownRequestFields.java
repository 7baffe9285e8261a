// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.api.records.impl.pb;

import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Gives access to the package-private protocol buffer of a {@code ResourceRequestPBImpl}, to read
 * the fields that this version of Hadoop does not know. The public getter of the buffer builds it
 * again at each call. Checked on Hadoop 3.4.2.
 */
public final class UnknownRequestFields {
  private UnknownRequestFields() {}

  /** Returns the fields of a request that this version does not know; never null. */
  public static UnknownFieldSet of(ResourceRequest request) {
    if (!(request instanceof ResourceRequestPBImpl)) {
      return UnknownFieldSet.getDefaultInstance();
    }
    ResourceRequestPBImpl buffer = (ResourceRequestPBImpl) request;
    return buffer.viaProto ? buffer.proto.getUnknownFields() : buffer.builder.getUnknownFields();
  }
}
