// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;

/**
 * Data of an application, its attempts and its containers, parsed from YARN's own REST services of
 * a daemon. Data that the daemon does not know or show are absent. Immutable.
 *
 * <p>A ResourceManager knows a container until it ends. Its NodeManager knows it until the
 * application ends, but only one time of it: the start of its command, from a log file.
 */
final class YarnPage {
  private static final YarnPage EMPTY =
      new YarnPage(Collections.emptyMap(), Collections.emptyList());
  private static final int MAX_DIAGNOSTICS = 500;
  private static final long HALF_SECOND_MS = 500;
  private static final int MAX_LOGS = 4;
  private static final int MAX_LOG_BYTES = 4 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** YARN's own format of times in lists of log files; the words are of the host's language. */
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss Z yyyy", Locale.ENGLISH);

  /** The offset in such a time, in any language. */
  private static final Pattern OFFSET = Pattern.compile(" ([+-][0-9]{4}) ");

  /** Log file whose last change is the start of the container's command. */
  private static final String START_LOG = "prelaunch.out";

  private final Map<String, String> application;
  private final List<TimelineEntry> entries;

  private YarnPage(Map<String, String> application, List<TimelineEntry> entries) {
    this.application = application;
    this.entries = entries;
  }

  /** Queries one daemon. */
  private static final class PageQuery {
    final ClusterDaemon daemon;
    final DaemonClient client;
    final QueryId queryId;
    final long aheadMs;
    final List<TimelineEntry> entries = new ArrayList<>();

    PageQuery(ClusterDaemon daemon, DaemonClient client, QueryId queryId, long aheadMs) {
      this.daemon = daemon;
      this.client = client;
      this.queryId = queryId;
      this.aheadMs = aheadMs;
    }

    /** Returns the answer; null if the daemon does not know the object or does not show it. */
    JsonNode get(String path) {
      try {
        JsonNode answer = JSON.readTree(client.get(path).text());
        return answer.isObject() ? answer : null;
      } catch (ToolException | IOException e) {
        return null;
      }
    }

    /** Returns a part of the answer; null if there is none. */
    JsonNode get(String path, String outer) {
      JsonNode answer = get(path);
      return answer == null ? null : answer.get(outer);
    }

    void add(long timeMs, String subject, String code, String text, Map<String, Object> inputs) {
      if (timeMs > 0) {
        entries.add(
            TimelineEntry.ofYarn(daemon.toString(), timeMs - aheadMs, subject, code, text, inputs));
      }
    }
  }

  /**
   * Queries a daemon. Never fails: unavailable data are absent.
   *
   * @param aheadMs by how many ms the daemon's clock is ahead; times are returned as those of this
   *     host's clock
   */
  static YarnPage fetch(ClusterDaemon daemon, DaemonClient client, QueryId queryId, long aheadMs) {
    PageQuery asking = new PageQuery(daemon, client, queryId, aheadMs);
    switch (daemon.kind()) {
      case RESOURCE_MANAGER:
      case ROUTER:
        return cluster(asking);
      case NODE_MANAGER:
        return node(asking);
      case OTHER:
        YarnPage page = cluster(asking);
        return page == EMPTY ? node(asking) : page;
      default:
        return EMPTY;
    }
  }

  private static YarnPage cluster(PageQuery asking) {
    String path = "/ws/v1/cluster/apps/" + asking.queryId.application();
    JsonNode application = asking.get(path, "app");
    if (application == null) {
      return EMPTY;
    }
    String id = asking.queryId.application();
    Map<String, Object> submitted = new LinkedHashMap<>();
    submitted.put("user", application.path("user").asText());
    submitted.put("queue", application.path("queue").asText());
    asking.add(
        application.path("startedTime").asLong(),
        id,
        "APPLICATION_SUBMITTED",
        "was submitted.",
        submitted);
    asking.add(
        application.path("launchTime").asLong(),
        id,
        "APPLICATION_LAUNCHED",
        "got its first master.",
        Collections.emptyMap());
    asking.add(
        application.path("finishedTime").asLong(),
        id,
        "APPLICATION_ENDED",
        "ended.",
        Collections.singletonMap("finalStatus", application.path("finalStatus").asText()));
    JsonNode attempts = asking.get(path + "/appattempts", "appAttempts");
    if (attempts != null) {
      items(attempts.path("appAttempt")).forEach(attempt -> attempt(asking, path, attempt));
    }
    return new YarnPage(facts(application), asking.entries);
  }

  private static Map<String, String> facts(JsonNode application) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String name :
        new String[] {
          "id",
          "name",
          "applicationType",
          "user",
          "queue",
          "state",
          "finalStatus",
          "diagnostics",
          "amContainerLogs"
        }) {
      String text = application.path(name).asText("").trim();
      facts.put(name, text.substring(0, Math.min(text.length(), MAX_DIAGNOSTICS)));
    }
    return facts;
  }

  private static void attempt(PageQuery asking, String path, JsonNode attempt) {
    String id = attempt.path("appAttemptId").asText();
    if (!asking.queryId.mayBelongTo(id)) {
      return;
    }
    asking.add(
        attempt.path("startTime").asLong(),
        id,
        "ATTEMPT_STARTED",
        "started.",
        Collections.emptyMap());
    asking.add(
        attempt.path("finishedTime").asLong(),
        id,
        "ATTEMPT_ENDED",
        "ended.",
        Collections.singletonMap("state", attempt.path("appAttemptState").asText()));
    String containers = path + "/appattempts/" + id + "/containers";
    if (asking.queryId.container() == null) {
      JsonNode all = asking.get(containers, "container");
      if (all != null) {
        items(all).forEach(container -> container(asking, container));
      }
    } else {
      JsonNode one = asking.get(containers + "/" + asking.queryId.container());
      if (one != null) {
        container(asking, one);
      }
    }
  }

  private static void container(PageQuery asking, JsonNode container) {
    Map<String, Object> size = new LinkedHashMap<>();
    size.put("node", container.path("nodeId").asText());
    size.put("allocatedMb", container.path("allocatedMB").asLong());
    size.put("vcores", container.path("allocatedVCores").asLong());
    size.put("priority", container.path("priority").asLong());
    String id = container.path("containerId").asText();
    asking.add(
        container.path("startedTime").asLong(), id, "CONTAINER_ALLOCATED", "was allocated.", size);
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("exitStatus", container.path("containerExitStatus").asLong());
    asking.add(container.path("finishedTime").asLong(), id, "CONTAINER_ENDED", "ended.", end);
  }

  private static YarnPage node(PageQuery asking) {
    String id = asking.queryId.container();
    JsonNode container =
        id == null ? null : asking.get("/ws/v1/node/containers/" + id, "container");
    if (id != null) {
      masterLog(asking, id);
    }
    if (container == null) {
      return new YarnPage(Collections.emptyMap(), asking.entries);
    }
    started(asking, id);
    Map<String, Object> state = new LinkedHashMap<>();
    state.put("state", container.path("state").asText());
    state.put("executionType", container.path("executionType").asText());
    state.put("neededMb", container.path("totalMemoryNeededMB").asLong());
    boolean isOver =
        container.path("state").asText().matches("EXITED.*|DONE|COMPLETED|.*CLEANEDUP.*");
    if (isOver) {
      state.put("exitCode", container.path("exitCode").asLong());
    }
    String diagnostics = container.path("diagnostics").asText("").trim();
    if (!diagnostics.isEmpty()) {
      state.put(
          "diagnostics", diagnostics.substring(0, Math.min(diagnostics.length(), MAX_DIAGNOSTICS)));
    }
    asking.add(
        System.currentTimeMillis() + asking.aheadMs, id, "CONTAINER_STATE", "is there now.", state);
    return new YarnPage(Collections.emptyMap(), asking.entries);
  }

  private static void started(PageQuery asking, String id) {
    JsonNode logs = asking.get("/ws/v1/node/containers/" + id + "/logs", "containerLogsInfo");
    if (logs == null) {
      return;
    }
    for (JsonNode file : logs.findParents("fileName")) {
      if (file.path("fileName").asText().equals(START_LOG)) {
        try {
          long secondMs =
              TimeUnit.SECONDS.toMillis(
                  Instant.from(LOG_TIME.parse(file.path("lastModifiedTime").asText()))
                      .getEpochSecond());
          asking.add(
              secondMs + HALF_SECOND_MS,
              id,
              "CONTAINER_STARTED",
              "started its command, give or take half a second.",
              Collections.emptyMap());
        } catch (DateTimeException e) {
          return; // a NodeManager in another language
        }
      }
    }
  }

  /** Reads the log of the container's master, if this node knows that. */
  private static void masterLog(PageQuery asking, String container) {
    String master = MasterLogReader.master(container);
    // Only a node that knows the master is asked for logs, since that may read a file system.
    if (master == null || asking.get("/ws/v1/node/containers/" + master) == null) {
      return;
    }
    String path = "/ws/v1/node/containers/" + master + "/logs";
    JsonNode files = asking.get(path, "containerLogsInfo");
    if (files == null) {
      return;
    }
    List<String> logs = new ArrayList<>();
    ZoneOffset offset = null;
    for (JsonNode file : files.findParents("fileName")) {
      String name = file.path("fileName").asText();
      if (MasterLogReader.isLog(name) && logs.size() < MAX_LOGS) {
        try {
          Matcher its = OFFSET.matcher(file.path("lastModifiedTime").asText());
          if (!its.find()) {
            continue;
          }
          offset = ZoneOffset.of(its.group(1));
          logs.add(asking.client.get(path + "/" + name + "?size=-" + MAX_LOG_BYTES).text());
        } catch (DateTimeException | ToolException e) {
          continue; // no offset, or not for this user
        }
      }
    }
    if (!logs.isEmpty()) {
      asking.entries.addAll(
          MasterLogReader.read(
              "log of the Application Master on " + asking.client.name(),
              logs,
              container,
              offset,
              asking.aheadMs));
    }
  }

  /** Returns the items of a list; Jersey unwraps a single one. */
  private static Iterable<JsonNode> items(JsonNode list) {
    return list.isObject() ? Collections.singletonList(list) : list;
  }

  /** Returns the application's facts by the names of YARN's REST services; empty if unknown. */
  Map<String, String> application() {
    return application;
  }

  List<TimelineEntry> entries() {
    return entries;
  }
}
