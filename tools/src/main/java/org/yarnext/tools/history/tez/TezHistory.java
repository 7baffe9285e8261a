// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.tez;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.LineLimit;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Reads the histories that SimpleHistoryLoggingService of Tez 0.10.5 writes: a JSON object for each
 * event, followed by the character 1 and a line break. Stateless except for the ResourceManager's
 * log.
 */
public final class TezHistory {
  /** Prefix of the history files' names; the application attempt follows. */
  public static final String PREFIX = "history.txt.";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResourceManagerLog log;

  public TezHistory(ResourceManagerLog log) {
    this.log = log;
  }

  /**
   * Reads a history.
   *
   * @return the runs of the vertices of successful DAGs
   * @throws ToolException if the file cannot be used; the message says why
   */
  public List<TaskClassRun> read(InputStream in) throws IOException, ToolException {
    CollectedEvents collected = collect(in);
    List<TaskClassRun> runs = new ArrayList<>();
    collected.dags.values().forEach(dag -> runs.addAll(dag.runs(collected.settings, log)));
    return runs;
  }

  /**
   * Reads the records of the successful DAGs.
   *
   * @throws ToolException if the file cannot be used; the message says why
   */
  public static List<RecordedJob> jobs(InputStream in) throws IOException, ToolException {
    CollectedEvents collected = collect(in);
    List<RecordedJob> jobs = new ArrayList<>();
    for (TezDag dag : collected.dags.values()) {
      RecordedJob job = dag.job(collected.settings);
      if (job != null) {
        jobs.add(job);
      }
    }
    return jobs;
  }

  private static CollectedEvents collect(InputStream in) throws IOException, ToolException {
    CollectedEvents collected = new CollectedEvents();
    // Tez writes one byte per character.
    BufferedReader lines = new BufferedReader(new InputStreamReader(new LineLimit(in), ISO_8859_1));
    String line = lines.readLine();
    for (int number = 1; line != null; number++) {
      String next = lines.readLine();
      try {
        collected.take(JSON.readTree(withoutSeparator(line)));
      } catch (JsonProcessingException e) {
        if (next != null) { // otherwise the Application Master was stopped while it wrote
          throw new ToolException("it is damaged at line " + number + ": leave it out", e);
        }
      }
      line = next;
    }
    if (collected.settings == null) {
      throw new ToolException(
          "it does not begin with the application's configuration, as a history of a second attempt"
              + " of the Application Master: leave it out");
    }
    refuseUnended(collected.dags.values());
    return collected;
  }

  /** Refuses a history without the end of any DAG: Tez may be stopped before it has written it. */
  private static void refuseUnended(Collection<TezDag> dags) throws ToolException {
    if (!dags.isEmpty() && dags.stream().noneMatch(TezDag::isEnded)) {
      throw new ToolException(
          "it does not say how "
              + dags.iterator().next().id()
              + " ended: wait for that, or leave it out if it was cut off");
    }
  }

  private static String withoutSeparator(String line) {
    int end = line.length();
    return end > 0 && line.charAt(end - 1) == 1 ? line.substring(0, end - 1) : line;
  }

  /** Information from the events so far. */
  private static final class CollectedEvents {
    private final Map<String, TezDag> dags = new LinkedHashMap<>();
    private TezSettings settings;

    private void take(JsonNode record) {
      String entity = record.path("entity").asText();
      String event = record.path("events").path(0).path("eventtype").asText();
      JsonNode info = record.path("otherinfo");
      if (record.path("entitytype").asText().equals("TEZ_APPLICATION")) {
        takeSettings(info.path("config"));
        return;
      }
      switch (event) {
        case "DAG_SUBMITTED":
          dag(entity).submitted(record);
          break;
        case "DAG_FINISHED":
          dag(entity).finished(isSuccess(info));
          break;
        case "VERTEX_INITIALIZED":
          dagOf(entity).vertexNamed(entity, info.path("vertexName").asText());
          break;
        case "VERTEX_FINISHED":
          dagOf(entity).vertexFinished(entity, info.path("endTime").asLong());
          break;
        case "TASK_ATTEMPT_STARTED":
          dagOf(entity).attemptStarted(entity, container(record.path("relatedEntities")));
          break;
        case "TASK_ATTEMPT_FINISHED":
          dagOf(entity).attemptFinished(id(entity, "vertex", 4), entity, info);
          break;
        default: // has no information about memory or time
      }
    }

    private static String container(JsonNode related) {
      for (JsonNode entity : related) {
        if (entity.path("entitytype").asText().equals("containerId")) {
          return entity.path("entity").asText();
        }
      }
      return "";
    }

    private static boolean isSuccess(JsonNode info) {
      return info.path("status").asText().equals("SUCCEEDED");
    }

    private void takeSettings(JsonNode config) {
      Map<String, String> values = new HashMap<>();
      config.fields().forEachRemaining(f -> values.put(f.getKey(), f.getValue().asText()));
      if (!values.isEmpty()) {
        settings = new TezSettings(values);
      }
    }

    private TezDag dag(String id) {
      return dags.computeIfAbsent(id, TezDag::new);
    }

    private TezDag dagOf(String entity) {
      return dag(id(entity, "dag", 3));
    }

    /**
     * Returns the id of an enclosing entity, such as {@code dag_1_0002_3} for {@code
     * vertex_1_0002_3_04}.
     */
    private static String id(String entity, String kind, int numbers) {
      String[] parts = entity.split("_");
      StringBuilder id = new StringBuilder(kind);
      for (int i = 1; i <= numbers && i < parts.length; i++) {
        id.append('_').append(parts[i]);
      }
      return id.toString();
    }
  }
}
