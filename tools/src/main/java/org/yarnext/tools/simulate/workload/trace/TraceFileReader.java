// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.commons.compress.compressors.CompressorException;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.yarnext.tools.ToolException;

/**
 * Reads JSON objects that are concatenated, elements of a list, or values of one object. Files may
 * be on any of Hadoop's file systems, compressed or not, in UTF-8, UTF-16 or UTF-32. Elements of
 * large lists are passed on one by one.
 */
final class TraceFileReader {
  /** Extensions of codecs whose files begin with bytes that tell the compression. */
  private static final Set<String> RECOGNISED =
      new HashSet<>(Arrays.asList(".gz", ".bz2", ".zst", ".deflate"));

  private static final int MAX_DEPTH = 50;
  private static final JsonFactory JSON =
      new JsonFactory().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private final String file;
  private final Set<String> lists;
  private final Predicate<String> nested;
  private final Supplier<RecordListener> listeners;

  /** Receives one object. */
  interface RecordListener {
    /** Receives an element of a large list, before the object that has it. */
    default void element(String list, TraceRecord element) throws ToolException {}

    /** Receives the object, in which a large list stands as an empty one. */
    void object(TraceRecord object) throws ToolException;
  }

  private TraceFileReader(
      String file,
      Set<String> lists,
      Predicate<String> nested,
      Supplier<RecordListener> listeners) {
    this.file = file;
    this.lists = lists;
    this.nested = nested;
    this.listeners = listeners;
  }

  /**
   * Reads all objects of a file.
   *
   * @param file a local file if there is one, else a path of a Hadoop file system
   * @param lists keys whose elements are passed on one by one
   * @param nested keys whose objects, inside an outer object, are passed on like separate ones
   * @param listeners creates a listener for each object
   * @throws ToolException naming the file, the place and the fix
   */
  static void read(
      String file,
      Configuration conf,
      Set<String> lists,
      Predicate<String> nested,
      Supplier<RecordListener> listeners)
      throws ToolException {
    TraceFileReader reader =
        new TraceFileReader(TraceRecord.shortened(file), lists, nested, listeners);
    try (InputStream in = open(file, conf)) {
      reader.read(in);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Returns all objects of a file; see {@link #read}. */
  static List<TraceRecord> objects(String file, Configuration conf) throws ToolException {
    List<TraceRecord> objects = new ArrayList<>();
    read(file, conf, Collections.emptySet(), key -> false, () -> objects::add);
    return objects;
  }

  private static InputStream open(String file, Configuration conf)
      throws IOException, ToolException {
    try {
      InputStream in = new BufferedInputStream(raw(file, conf), 1 << 16);
      String compression = compression(in);
      if (compression != null) {
        return new CompressorStreamFactory(true).createCompressorInputStream(compression, in);
      }
      CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(new Path(file));
      boolean plain = codec == null || RECOGNISED.contains(codec.getDefaultExtension());
      return plain ? in : codec.createInputStream(in);
    } catch (CompressorException | RuntimeException | LinkageError e) {
      throw unreadable(file, e);
    }
  }

  /** Returns the compression by the first bytes, whatever the file's name is; null if none. */
  private static String compression(InputStream in) {
    try {
      return CompressorStreamFactory.detect(in);
    } catch (CompressorException e) {
      return null;
    }
  }

  private static InputStream raw(String file, Configuration conf)
      throws IOException, ToolException {
    if (file.trim().isEmpty()) {
      throw new ToolException("Cannot read a file without a name: name one that exists.");
    }
    java.nio.file.Path local = local(file);
    if (local != null && Files.isDirectory(local)) {
      throw new ToolException(TraceRecord.shortened(file) + " is a directory: name a file in it.");
    }
    if (local != null && Files.exists(local)) {
      return Files.newInputStream(local);
    }
    Path path = new Path(file);
    return path.getFileSystem(conf).open(path);
  }

  /** Returns null if it cannot be a local file. */
  private static java.nio.file.Path local(String file) {
    try {
      return Paths.get(file);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static String reason(Throwable e) {
    if (e.getMessage() != null) {
      return e.getMessage();
    }
    return e instanceof EOFException ? "the file ends too early" : e.getClass().getSimpleName();
  }

  private static ToolException unreadable(String file, Throwable e) {
    return new ToolException(
        "Cannot read "
            + TraceRecord.shortened(file)
            + ": "
            + e.getClass().getSimpleName()
            + ", "
            + TraceRecord.shortened(reason(e))
            + ": name a file that exists and can be read.",
        e);
  }

  private void read(InputStream in) throws IOException, ToolException {
    try (JsonParser json = parser(in)) {
      try {
        for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
          if (token == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
              topLevel(json);
            }
          } else {
            topLevel(json);
          }
        }
      } catch (JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        throw refused(at == null ? json.getCurrentLocation() : at, e.getOriginalMessage(), e);
      } catch (IOException e) {
        // Wrong characters, or a compressed file that is cut off.
        throw refused(json.getCurrentLocation(), reason(e), e);
      }
    }
  }

  /** Reads the first characters, to learn their encoding. */
  private JsonParser parser(InputStream in) throws ToolException {
    try {
      return JSON.createParser(in);
    } catch (IOException e) {
      throw refused(JsonLocation.NA, reason(e), e);
    }
  }

  private ToolException refused(JsonLocation at, String problem, Exception cause) {
    String line = problem.split("[\\r\\n]")[0].replaceAll(" ?\\(?\\[Source.*", "").trim();
    return new ToolException(
        file
            + ", line "
            + Math.max(1, at.getLineNr())
            + ", column "
            + Math.max(1, at.getColumnNr())
            + ": "
            + TraceRecord.shortened(line)
            + ": correct the JSON, or restore what is cut off.",
        cause);
  }

  private void topLevel(JsonParser json) throws IOException, ToolException {
    if (json.getCurrentToken() != JsonToken.START_OBJECT) {
      throw refused(json.getTokenLocation(), "there is a value that is not an object", null);
    }
    object(json, true, "");
  }

  private void object(JsonParser json, boolean top, String inside)
      throws IOException, ToolException {
    int line = json.getTokenLocation().getLineNr();
    RecordListener listener = listeners.get();
    Map<String, Object> values = new LinkedHashMap<>();
    boolean others = false;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.getCurrentName();
      JsonToken token = json.nextToken();
      if (token == JsonToken.START_ARRAY && lists.contains(key)) {
        elements(json, key, listener);
        values.put(key, Collections.emptyList());
      } else if (token == JsonToken.START_OBJECT && top && nested.test(key)) {
        object(json, false, key);
        others = true;
      } else {
        values.put(key, value(json, 0));
      }
    }
    if (!others || !values.isEmpty()) {
      listener.object(new TraceRecord(values, file, line, inside));
    }
  }

  private void elements(JsonParser json, String key, RecordListener listener)
      throws IOException, ToolException {
    int number = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      int line = json.getTokenLocation().getLineNr();
      String inside = key + "[" + number + "]";
      if (json.getCurrentToken() != JsonToken.START_OBJECT) {
        throw new TraceRecord(Collections.emptyMap(), file, line, inside)
            .refused("there is a value that is not an object", "make it a task");
      }
      Map<String, Object> values = new LinkedHashMap<>();
      fields(json, values, 0);
      listener.element(key, new TraceRecord(values, file, line, inside));
      number++;
    }
  }

  private void fields(JsonParser json, Map<String, Object> values, int depth)
      throws IOException, ToolException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.getCurrentName();
      json.nextToken();
      values.put(key, value(json, depth));
    }
  }

  /** Returns the current value: a text, a list, a map or null. */
  private Object value(JsonParser json, int depth) throws IOException, ToolException {
    if (depth > MAX_DEPTH) {
      throw refused(json.getTokenLocation(), "more than " + MAX_DEPTH + " levels", null);
    }
    switch (json.getCurrentToken()) {
      case START_OBJECT:
        Map<String, Object> map = new LinkedHashMap<>();
        fields(json, map, depth + 1);
        return map;
      case START_ARRAY:
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(json, depth + 1));
        }
        return list;
      case VALUE_NULL:
        return null;
      default:
        return json.getText();
    }
  }
}
