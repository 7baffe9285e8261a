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
 * The parameters of a policy that are stored beside its weights, in the same JSON; YARN ignores
 * them. Immutable.
 */
public final class PolicyParameters {
  private static final String FIELD = "yarnextParameters";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> values;

  private PolicyParameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @param values by name, as an operator writes them
   */
  public static PolicyParameters of(Map<String, String> values) {
    return new PolicyParameters(Collections.unmodifiableMap(new TreeMap<>(values)));
  }

  /**
   * What is in the bytes of a stored policy, none if there are no such ones; not checked.
   *
   * @throws IllegalArgumentException if it is not of this form
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
      throw new IllegalArgumentException("a policy that is no JSON: " + e.getMessage(), e);
    }
  }

  /** The bytes of a policy of weights with these; the same bytes if there are none. */
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

  /** Unmodifiable, by name. */
  public Map<String, String> values() {
    return values;
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
