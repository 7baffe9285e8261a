// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.ToolException;

/** Reads files that hold one JSON object after the other, as the Scheduler Load Simulator's do. */
final class JsonObjectReader {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonObjectReader() {}

  static List<Map<String, Object>> objects(Path file) throws IOException, ToolException {
    List<Map<String, Object>> objects = new ArrayList<>();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8);
        MappingIterator<Map<String, Object>> found = MAPPER.readerFor(Map.class).readValues(in)) {
      while (found.hasNextValue()) {
        objects.add(found.nextValue());
      }
    } catch (JsonProcessingException e) {
      throw new ToolException(
          file + " is no list of JSON objects: " + e.getOriginalMessage() + ". Correct it.", e);
    }
    return objects;
  }

  /** Returns a value as text; the default if it is missing. */
  static String text(Map<String, Object> object, String key, String defaultValue) {
    Object value = object.get(key);
    return value == null ? defaultValue : String.valueOf(value);
  }

  /**
   * Returns a value as a whole number, which may be written as text.
   *
   * @throws ToolException if it is not a whole number; the message names it
   */
  static long number(Map<String, Object> object, String key, long defaultValue)
      throws ToolException {
    String text = text(object, key, String.valueOf(defaultValue));
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new ToolException(key + "=" + text + " is no whole number: correct the trace.", e);
    }
  }

  /**
   * Returns a list of objects.
   *
   * @throws ToolException if it is missing or empty; the message names it
   */
  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> object, String key)
      throws ToolException {
    Object value = object.get(key);
    if (!(value instanceof List) || ((List<?>) value).isEmpty()) {
      throw new ToolException("There is no list " + key + " in " + object + ": correct the trace.");
    }
    return (List<Map<String, Object>>) value;
  }
}
