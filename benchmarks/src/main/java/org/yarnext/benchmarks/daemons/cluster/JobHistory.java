// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.minicluster.process.Await;

/** Attempts of an ended MapReduce job, as reported by the JobHistoryServer of a cluster. */
public final class JobHistory {

  private static final long HISTORY_MS = 30_000;

  private final DaemonCluster cluster;
  private final String web;
  private final String path;
  private final JsonNode job;

  /**
   * Waits until the JobHistoryServer knows the job.
   *
   * @param application application id of the job
   */
  public JobHistory(DaemonCluster cluster, String application) {
    this.cluster = cluster;
    web = cluster.web("jhs");
    path = "/ws/v1/history/mapreduce/jobs/" + application.replace("application_", "job_");
    Await.until("the history of " + application, HISTORY_MS, () -> job().has("failedMapAttempts"));
    job = job();
  }

  private JsonNode job() {
    return cluster.get(web, path).path("job");
  }

  public int failed() {
    return job.path("failedMapAttempts").asInt() + job.path("failedReduceAttempts").asInt();
  }

  public int killed() {
    return job.path("killedMapAttempts").asInt() + job.path("killedReduceAttempts").asInt();
  }

  /** Returns the diagnostics of all failed attempts by container id. */
  public Map<String, String> failures() {
    Map<String, String> failures = new TreeMap<>();
    for (JsonNode task : cluster.get(web, path + "/tasks").path("tasks").path("task")) {
      String attempts = path + "/tasks/" + task.path("id").asText() + "/attempts";
      for (JsonNode attempt : cluster.get(web, attempts).path("taskAttempts").path("taskAttempt")) {
        if (attempt.path("state").asText().equals("FAILED")) {
          failures.put(
              attempt.path("assignedContainerId").asText(), attempt.path("diagnostics").asText());
        }
      }
    }
    return failures;
  }
}
