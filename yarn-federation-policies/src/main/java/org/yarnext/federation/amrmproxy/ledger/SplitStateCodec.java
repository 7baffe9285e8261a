// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceRequestProto;
import org.yarnext.common.requests.RequestKey;

/**
 * Encodes how many containers each sub-cluster may still grant, for the NodeManager's state store.
 * For each request key it writes one sample request as a YARN protobuf, then a number by
 * sub-cluster. Stateless.
 */
final class SplitStateCodec {
  private static final int VERSION = 1;

  private SplitStateCodec() {}

  /**
   * Writes the state.
   *
   * @param exposed the number of containers that each sub-cluster may still grant, by key
   * @param samples returns a request of each key, as {@link #encoded}
   */
  static byte[] write(
      Map<RequestKey, Map<String, Integer>> exposed, Function<RequestKey, byte[]> samples)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(VERSION);
      out.writeInt(exposed.size());
      for (Map.Entry<RequestKey, Map<String, Integer>> line : exposed.entrySet()) {
        byte[] proto = samples.apply(line.getKey());
        out.writeInt(proto.length);
        out.write(proto);
        out.writeInt(line.getValue().size());
        for (Map.Entry<String, Integer> maxCount : line.getValue().entrySet()) {
          out.writeUTF(maxCount.getKey());
          out.writeInt(maxCount.getValue());
        }
      }
    }
    return bytes.toByteArray();
  }

  /** Encodes a sample request, which is not changed. */
  static byte[] encoded(ResourceRequest sample) {
    return ((ResourceRequestPBImpl) ResourceRequest.clone(sample)).getProto().toByteArray();
  }

  /**
   * Reads a state that {@link #write} wrote.
   *
   * @param keys returns the key of a sample request
   * @throws IOException if the image has another version or is damaged
   */
  static Map<RequestKey, Map<String, Integer>> read(
      byte[] image, Function<ResourceRequest, RequestKey> keys) throws IOException {
    Map<RequestKey, Map<String, Integer>> exposed = new LinkedHashMap<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(image))) {
      int version = in.readInt();
      if (version != VERSION) {
        throw new IOException("the stored state has version " + version);
      }
      for (int lines = in.readInt(); lines > 0; lines--) {
        byte[] proto = new byte[length(in, image)];
        in.readFully(proto);
        Map<String, Integer> maxCounts = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
          String name = in.readUTF();
          maxCounts.put(name, Math.max(0, in.readInt()));
        }
        exposed.put(
            keys.apply(new ResourceRequestPBImpl(ResourceRequestProto.parseFrom(proto))),
            maxCounts);
      }
    }
    return exposed;
  }

  private static int length(DataInputStream in, byte[] image) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > image.length) {
      throw new IOException("the stored state is damaged: a request of " + length + " bytes");
    }
    return length;
  }
}
