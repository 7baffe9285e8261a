// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.federation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.requests.OutstandingRequests;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitView;
import org.yarnext.federation.policy.split.SubClusterLoad;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.world.JobProgress;

/**
 * Simulates one application of a federation: its Application Master, which requests containers and
 * starts tasks, and its AMRMProxy, which splits the requests over the sub-clusters. The home
 * sub-cluster answers a call at once; the answers of others arrive with the next call. Not
 * thread-safe.
 */
final class FederatedApplication {
  private final FederationSimulation simulation;
  private final SimJob job;
  private final int sequence;
  private final int leaf;
  private final SimulatedSubCluster home;
  private final JobProgress progress;
  private final SimulatedAmrmProxy ledgers;
  private final Map<RequestKey, PendingTaskSet> wanted = new LinkedHashMap<>();
  private final List<RequestEntry> news = new ArrayList<>();
  private final SubClusterApplication[] tenants;
  private final double[] headroomMb;
  private final double[] load;
  private List<Answer> underWay = new ArrayList<>();
  private SubClusterNode.Container own;
  private boolean ended;

  private static final class Answer {
    final SubClusterApplication from;
    final long call;
    final List<SubClusterNode.Container> granted;
    final double headroomMb;
    final double load;

    Answer(SubClusterApplication from, long call, int leaf) {
      this.from = from;
      this.call = call;
      this.granted = from.granted;
      this.headroomMb = from.subCluster.headroomMb(leaf);
      this.load = from.subCluster.load();
      from.granted = new ArrayList<>();
    }
  }

  FederatedApplication(
      FederationSimulation simulation, SimJob job, int sequence, SimulatedSubCluster home) {
    this.simulation = simulation;
    this.job = job;
    this.sequence = sequence;
    this.leaf = simulation.queues().leaf(job);
    this.home = home;
    this.progress = new JobProgress(job);
    this.ledgers = new SimulatedAmrmProxy(simulation.model().dividesRequests());
    int width = simulation.subClusters().size();
    tenants = new SubClusterApplication[width];
    headroomMb = new double[width];
    load = new double[width];
  }

  SimJob job() {
    return job;
  }

  /** Returns the position in the order of submission. */
  int sequence() {
    return sequence;
  }

  SimulatedAmrmProxy ledgers() {
    return ledgers;
  }

  /** Records the tasks that wait at the end of the run, or the wait of the Application Master. */
  void recordWaiting(FederationStatistics statistics) {
    if (own == null && simulation.master() != null) {
      statistics.waiting(1, simulation.nowMs() - job.submitMs());
    }
    for (PendingTaskSet each : wanted.values()) {
      statistics.waiting(each.left(), simulation.nowMs() - each.requestedMs);
    }
  }

  private SubClusterApplication tenant(SimulatedSubCluster subCluster) {
    if (tenants[subCluster.index] == null) {
      tenants[subCluster.index] = new SubClusterApplication(this, subCluster, leaf);
      tenants[subCluster.index].lastAnswerMs = simulation.nowMs();
    }
    return tenants[subCluster.index];
  }

  // ---- life cycle ----------------------------------------------------------------------------

  /** Requests the Application Master's container in the home sub-cluster, if it needs one. */
  void submit() {
    PendingTaskSet master = simulation.master();
    if (master == null) {
      simulation.after(simulation.model().masterStartMs, this::register);
      return;
    }
    home.allocate(
        tenant(home),
        Collections.singletonList(RequestEntry.of(master.key, RequestEntry.ANY, 1, true)),
        key -> master);
  }

  /**
   * Handles a grant. The Application Master starts at once; other containers wait for its next
   * heartbeat.
   */
  void grantedIn(SubClusterApplication tenant) {
    PendingTaskSet master = simulation.master();
    if (own == null && master != null) {
      own = tenant.granted.remove(0);
      simulation.used(master.mb, master.vcores);
      simulation.after(simulation.model().masterStartMs, this::register);
    }
  }

  private void register() {
    simulation.every(simulation.model().settings.masterHeartbeatMs(), this::heartbeat);
  }

  private boolean heartbeat() {
    if (ended) {
      return false;
    }
    List<Answer> heard = underWay;
    underWay = new ArrayList<>();
    heard.forEach(this::take);
    for (int stage : progress.ready()) {
      simulation.requested(this, stage);
      for (PendingTaskSet each : simulation.wanted(job, stage)) {
        wanted.put(each.key, each);
        news.addAll(each.news());
      }
    }
    for (PendingTaskSet each : wanted.values()) {
      if (each.hasNews()) {
        news.addAll(each.news());
      }
    }
    Map<String, List<RequestEntry>> sent =
        ledgers.split(news, timedOut(), this::view, simulation.model().rules);
    news.clear();
    for (SimulatedSubCluster each : simulation.subClusters()) {
      List<RequestEntry> entries = sent.get(each.name);
      if (entries != null || tenants[each.index] != null) {
        call(tenant(each), entries == null ? Collections.emptyList() : entries);
      }
    }
    return true;
  }

  /**
   * Sends requests. As in YARN, calls to an unreachable sub-cluster are queued until it is back.
   */
  private void call(SubClusterApplication to, List<RequestEntry> entries) {
    to.queued.addAll(entries);
    if (to.subCluster.isLost()) {
      return;
    }
    to.subCluster.allocate(to, to.queued, wanted::get);
    to.queued.clear();
    Answer answer = new Answer(to, ledgers.calls(), leaf);
    if (to.subCluster == home) {
      take(answer);
    } else {
      underWay.add(answer);
    }
  }

  private SplitView view(Set<String> closed) {
    List<SubClusterLoad> open = new ArrayList<>(tenants.length);
    for (SimulatedSubCluster each : simulation.subClusters()) {
      if (!closed.contains(each.name)) {
        open.add(
            SubClusterLoad.of(each.name, 1, headroomMb[each.index], load[each.index])
                .cores(each.cores()));
      }
    }
    return SplitView.of(open, home.name, simulation::owners, simulation.nowMs());
  }

  /** Returns the names of the sub-clusters whose answers have timed out. */
  private Set<String> timedOut() {
    Set<String> names = new HashSet<>();
    for (SubClusterApplication tenant : tenants) {
      if (tenant != null
          && simulation.nowMs() - tenant.lastAnswerMs > simulation.model().timeOutMs) {
        names.add(tenant.subCluster.name);
      }
    }
    return names;
  }

  // ---- answers ---------------------------------------------------------------------------

  private void take(Answer answer) {
    SimulatedSubCluster from = answer.from.subCluster;
    answer.from.lastAnswerMs = simulation.nowMs();
    headroomMb[from.index] = answer.headroomMb;
    load[from.index] = answer.load;
    for (SubClusterNode.Container container : answer.granted) {
      SubClusterNode node = container.node;
      OutstandingRequests.Grant grant =
          ledgers.granted(container.request.key, from.name, node, simulation.nowMs());
      PendingTaskSet tasks = wanted.get(container.request.key);
      if (grant == OutstandingRequests.Grant.EXCESS) {
        from.released(container);
      } else {
        SimTask task = tasks.start(node);
        simulation.started(this, tasks, task, container);
      }
    }
    ledgers.answered(from.name, answer.call);
  }

  /** Records the end of a task. */
  void taskEnded(int stage) {
    progress.ended(stage);
    if (progress.isFinished()) {
      ended = true;
      underWay.forEach(answer -> answer.granted.forEach(answer.from.subCluster::released));
      underWay.clear();
      for (SubClusterApplication tenant : tenants) {
        if (tenant != null) {
          tenant.subCluster.left(tenant);
        }
      }
      if (own != null) {
        home.released(own);
        simulation.used(-own.request.mb, -own.request.vcores);
      }
      simulation.jobEnded(this);
    }
  }
}
