// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.policy.balance.AllocationPolicy;

/**
 * Runs one round per epoch in the active ResourceManager: polls progress, collects reports, decides
 * and publishes. One thread runs the rounds; any thread may stop them, even during a round.
 */
final class ClusterEpoch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterEpoch.class);

  private final OrchestratorConfiguration conf;
  private final Configuration hadoop;
  private final RMContext context;
  private final Guard guard;
  private final ClusterOrchestratorMetrics metrics;
  private final ReportExchange exchange;
  private final AllocationPolicy policy;
  private final ProgressPoller polls;
  private final ExecutorService pollThreads = ProgressPoller.newThreads();
  private OrchestratorRpcServer server;
  private final LongSupplier clockMs;
  private long lastMs;
  private boolean warned;
  private boolean stopped;

  /** A decision and its input. */
  private static final class Round {
    private final ReportSnapshot snapshot;
    private final AllocationPolicy.Result result;

    private Round(ReportSnapshot snapshot, AllocationPolicy.Result result) {
      this.snapshot = snapshot;
      this.result = result;
    }
  }

  ClusterEpoch(
      OrchestratorConfiguration conf, Configuration hadoop, RMContext context, LongSupplier clockMs)
      throws InvalidConfigurationException {
    this.conf = conf;
    this.hadoop = hadoop;
    this.context = context;
    this.clockMs = clockMs;
    ApplicationMasterClient masters =
        new ApplicationMasterClient(
            context, conf.newProgressSource(), hadoop, conf.timeoutMs(), conf.progressMaxTasks());
    guard = new Guard("mr-orchestrator", conf.roundGuard(), System::nanoTime);
    metrics = new ClusterOrchestratorMetrics(conf.mode(), guard);
    ProgressCache progress = new ProgressCache(ReportExchange.staleAfterMs(conf.epochMs()));
    policy = conf.newPolicy();
    exchange = new ReportExchange(conf.mode().acts(), conf.epochMs(), progress, clockMs);
    polls =
        new ProgressPoller(
            masters,
            conf.progressMaxTasks(),
            2L * conf.timeoutMs(),
            progress,
            metrics,
            clockMs,
            pollThreads);
    metrics.gauge("Nodes", "Nodes with a recent report", exchange::nodes);
    metrics.gauge("Tasks", "Running tasks in the latest round", exchange::tasks);
    metrics.gauge("ProgressKnown", "Task attempts with known progress", progress::size);
  }

  /** Runs one round; does not throw. */
  void next() {
    if (!listens() || !isDue()) {
      return;
    }
    guard.runInline("orchestrator.progress", () -> polls.poll(exchange.reports()), () -> {});
    Round round =
        guard.call(
            "orchestrator.round",
            this::decide,
            () -> {
              metrics.failed();
              return null;
            });
    if (round != null) {
      guard.runInline(
          "orchestrator.publish",
          () -> {
            exchange.publish(round.snapshot, round.result);
            metrics.round(round.result);
          },
          metrics::failed);
    }
  }

  /** Returns null while nodes may not have had time to report. */
  private Round decide() {
    ReportSnapshot snapshot = exchange.collect();
    return snapshot == null
        ? null
        : new Round(snapshot, policy.decide(snapshot.nodes(), snapshot.tasks()));
  }

  /** Starts the server at the first round, when this ResourceManager has become active. */
  private synchronized boolean listens() {
    if (server == null && !stopped) {
      try {
        server =
            new OrchestratorRpcServer(
                exchange, context, metrics, hadoop, conf.port(), conf.handlers());
        exchange.open();
        lastMs = clockMs.getAsLong();
        metrics.register(hadoop);
        LOG.info("The orchestrator listens for NodeManagers at {}", server.address());
      } catch (IOException | RuntimeException e) {
        if (!warned) {
          warned = true;
          LOG.error(
              "The orchestrator cannot listen for NodeManagers yet; it tries again"
                  + " every epoch",
              e);
        }
      }
    }
    return server != null;
  }

  /**
   * Returns whether half an epoch has passed: after a pause Hadoop runs all missed rounds at once.
   */
  private boolean isDue() {
    long passedMs = clockMs.getAsLong() - lastMs;
    if (passedMs < conf.epochMs() / 2) {
      return false;
    }
    lastMs += passedMs;
    if (passedMs > ReportExchange.staleAfterMs(conf.epochMs()) - conf.epochMs()) {
      // At the last round reports were up to an epoch old, so some are stale now, and the first new
      // ones do not cover all nodes.
      exchange.open();
    }
    return true;
  }

  /** Stops for good; may be called twice. */
  synchronized void stop() {
    stopped = true;
    if (server != null) {
      server.close();
      server = null;
    }
    pollThreads.shutdownNow();
    metrics.unregister();
    guard.close();
  }

  ClusterOrchestratorMetrics metrics() {
    return metrics;
  }

  ReportExchange exchange() {
    return exchange;
  }
}
