// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;

/** Stores a node's learnt run times in a small {@link JsonFileStore} of its recovery directory. */
public final class RunTimeEstimateStore {
  private static final String NAME = "estimates.json";
  private static final int VERSION = 1;
  private static final String USERS = "users";

  private final JsonFileStore file;

  /** Creates a store in a directory, which need not exist. */
  public RunTimeEstimateStore(Path directory) {
    this.file = new JsonFileStore(directory.resolve(NAME));
  }

  /** Replaces the stored record. */
  public void save(RunTimeEstimateCache estimates) throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", VERSION);
    ObjectNode applications = root.putObject("applications");
    estimates
        .learnt()
        .forEach(
            (application, kinds) -> {
              ObjectNode byPriority = applications.putObject(application);
              kinds.forEach(
                  (priority, runTimes) -> {
                    ArrayNode values = byPriority.putArray(String.valueOf(priority));
                    for (double ms : runTimes) {
                      values.add(ms);
                    }
                  });
            });
    ArrayNode users = root.putArray(USERS);
    estimates.forEachUserRun(
        (user, priority, run) -> {
          ObjectNode one = users.addObject();
          one.put("user", user);
          one.put("priority", priority);
          one.put("ranMs", run.ranMs());
          if (run.declaredMs() != null) {
            one.put("declaredMs", run.declaredMs());
          }
          one.put("complete", run.complete());
        });
    file.replace(root);
  }

  /**
   * Loads the record into {@code estimates}; does nothing if there is none.
   *
   * @throws IOException if the record is corrupt; it has then been set aside, none of it was used
   *     and the message names the file
   */
  public void load(RunTimeEstimateCache estimates) throws IOException {
    file.read("run times", root -> feed(checked(root), estimates));
  }

  private static void feed(JsonNode root, RunTimeEstimateCache estimates) {
    for (JsonNode one : root.path(USERS)) {
      estimates.observe(
          one.path("user").asText(),
          one.path("priority").asInt(),
          new UserRunTimeCache.Run(
              one.path("ranMs").asLong(),
              one.has("declaredMs") ? one.path("declaredMs").asLong() : null,
              one.path("complete").asBoolean()));
    }
    JsonNode applications = root.path("applications");
    each(
        applications,
        (application, kinds) ->
            each(
                kinds,
                (priority, values) -> {
                  for (JsonNode ms : values) {
                    estimates.observe(application, Integer.parseInt(priority), ms.asLong());
                  }
                }));
  }

  /** Validates a whole record and returns it. */
  private static JsonNode checked(JsonNode root) throws IOException {
    if (root == null || !root.path("version").isInt() || root.path("version").asInt() != VERSION) {
      throw new IOException("not a record of version " + VERSION);
    }
    JsonNode applications = root.path("applications");
    require(applications.isObject());
    Iterator<JsonNode> kinds = applications.elements();
    while (kinds.hasNext()) {
      JsonNode kind = kinds.next();
      require(kind.isObject());
      Iterator<Map.Entry<String, JsonNode>> priorities = kind.fields();
      while (priorities.hasNext()) {
        Map.Entry<String, JsonNode> priority = priorities.next();
        require(isInt(priority.getKey()) && priority.getValue().isArray());
        for (JsonNode ms : priority.getValue()) {
          require(ms.isNumber() && ms.asDouble() >= 0);
        }
      }
    }
    // Records of earlier versions do not have it.
    for (JsonNode one : root.path(USERS)) {
      boolean right = one.path("user").isTextual() && one.path("priority").isInt();
      require(right && one.path("complete").isBoolean() && isTime(one.path("ranMs")));
      require(!one.has("declaredMs") || isTime(one.path("declaredMs")));
    }
    return root;
  }

  private static boolean isTime(JsonNode ms) {
    return ms.isIntegralNumber() && ms.asLong() >= 0;
  }

  private static boolean isInt(String text) {
    try {
      return Integer.toString(Integer.parseInt(text)).equals(text);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static void require(boolean right) throws IOException {
    if (!right) {
      throw new IOException("not a record of run times");
    }
  }

  private interface Field {
    void visit(String name, JsonNode value);
  }

  private static void each(JsonNode object, Field visitor) {
    Iterator<Map.Entry<String, JsonNode>> fields = object.fields();
    while (fields.hasNext()) {
      Map.Entry<String, JsonNode> field = fields.next();
      visitor.visit(field.getKey(), field.getValue());
    }
  }
}
