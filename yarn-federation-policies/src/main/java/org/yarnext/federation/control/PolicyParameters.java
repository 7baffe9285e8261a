// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.federation.store.BoundedRecordReader;

/**
 * Settings of a queue's published policy that replace those of the configuration, such as {@code
 * relax-after}. They are stored in the same JSON as the policy's weights, where YARN ignores them.
 * Immutable.
 */
public final class PolicyParameters {
  private static final String FIELD = "yarnextParameters";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> values;

  private PolicyParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Returns parameters with the given values.
   *
   * @param values by name, as an operator writes them; copied
   */
  public static PolicyParameters of(Map<String, String> values) {
    return new PolicyParameters(Collections.unmodifiableMap(new TreeMap<>(values)));
  }

  /**
   * Reads the parameters from the bytes of a stored policy; does not validate their names or
   * values.
   *
   * @param params the policy's JSON; its position does not change
   * @return the parameters; empty if the policy has none
   * @throws IllegalArgumentException if the bytes are not JSON of this form
   */
  public static PolicyParameters in(ByteBuffer params) {
    JsonNode field = read(params).path(FIELD);
    Map<String, String> values = new TreeMap<>();
    if (!field.isMissingNode()) {
      if (!field.isObject()) {
        throw new IllegalArgumentException(FIELD + " is " + field);
      }
      field.fields().forEachRemaining(e -> values.put(e.getKey(), e.getValue().asText()));
    }
    return of(values);
  }

  private static JsonNode read(ByteBuffer params) {
    byte[] bytes = new byte[params.remaining()];
    params.duplicate().get(bytes);
    try {
      JsonNode read = bytes.length == 0 ? null : BoundedRecordReader.json(bytes);
      return read == null ? JSON.createObjectNode() : read;
    } catch (IOException e) {
      throw new IllegalArgumentException("a policy that is not JSON: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the policy's bytes with these parameters added, or the given buffer if there are none.
   *
   * @param weights the JSON of a weighted policy; its position does not change
   */
  public ByteBuffer addTo(ByteBuffer weights) {
    if (values.isEmpty()) {
      return weights;
    }
    ObjectNode all = (ObjectNode) read(weights);
    ObjectNode field = all.putObject(FIELD);
    values.forEach(field::put);
    try {
      return ByteBuffer.wrap(JSON.writeValueAsBytes(all));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the values by name, unmodifiable. */
  public Map<String, String> values() {
    return values;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
