/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/**
 * All that the orchestrator runs in one active ResourceManager. Rounds come from one thread; it may
 * be stopped by any, also in the middle of one.
 */
final class ClusterEpoch {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterEpoch.class);

  private final OrchestratorConfiguration conf;
  private final Configuration hadoop;
  private final RMContext context;
  private final Guard guard;
  private final ClusterOrchestratorMetrics journal;
  private final ReportExchange manager;
  private final ProgressPoller polls;
  private final ExecutorService pollThreads = ProgressPoller.newThreads();
  private OrchestratorRpcServer server;
  private final LongSupplier clockMs;
  private long lastMs;
  private boolean warned;
  private boolean stopped;

  ClusterEpoch(
      OrchestratorConfiguration conf, Configuration hadoop, RMContext context, LongSupplier clockMs)
      throws RefusedConfigurationException {
    this.conf = conf;
    this.hadoop = hadoop;
    this.context = context;
    this.clockMs = clockMs;
    ApplicationMasterClient masters =
        new ApplicationMasterClient(
            context, conf.newProgressSource(), hadoop, conf.timeoutMs(), conf.progressMostTasks());
    guard = new Guard("mr-orchestrator", conf.roundGuard(), System::nanoTime);
    journal = new ClusterOrchestratorMetrics(conf.mode(), guard);
    ProgressCache book = new ProgressCache(ReportExchange.staleAfterMs(conf.epochMs()));
    manager =
        new ReportExchange(conf.newRound(), conf.mode().acts(), conf.epochMs(), book, clockMs);
    polls =
        new ProgressPoller(
            masters,
            conf.progressMostTasks(),
            2L * conf.timeoutMs(),
            book,
            journal,
            clockMs,
            pollThreads);
    journal.gauge("Nodes", "Nodes whose reports count now", manager::nodes);
    journal.gauge("Tasks", "Running tasks in the latest round", manager::tasks);
    journal.gauge("ProgressKnown", "Attempts whose progress is known", book::size);
  }

  /** One round; does not throw. */
  void next() {
    if (!listens() || !isDue()) {
      return;
    }
    guard.runInline("orchestrator.progress", () -> polls.ask(manager.reports()), () -> {});
    ReportExchange.Round round =
        guard.call(
            "orchestrator.round",
            manager::decide,
            () -> {
              journal.failed();
              return null;
            });
    if (round != null) {
      guard.runInline(
          "orchestrator.publish",
          () -> {
            manager.publish(round);
            journal.round(round.result());
          },
          journal::failed);
    }
  }

  /** Not before the first round, when this ResourceManager is active for good. */
  private synchronized boolean listens() {
    if (server == null && !stopped) {
      try {
        server =
            new OrchestratorRpcServer(
                manager, context, journal, hadoop, conf.port(), conf.handlers());
        manager.hears();
        lastMs = clockMs.getAsLong();
        journal.register(hadoop);
        LOG.info("The orchestrator hears NodeManagers at {}", server.address());
      } catch (IOException | RuntimeException e) {
        if (!warned) {
          warned = true;
          LOG.error("The orchestrator cannot hear NodeManagers yet; it tries every epoch", e);
        }
      }
    }
    return server != null;
  }

  /** Stock makes up for all the rounds that a ResourceManager has missed while it stood still. */
  private boolean isDue() {
    long passedMs = clockMs.getAsLong() - lastMs;
    if (passedMs < conf.epochMs() / 2) {
      return false;
    }
    lastMs += passedMs;
    if (passedMs > ReportExchange.staleAfterMs(conf.epochMs()) - conf.epochMs()) {
      // At the last round reports were up to an epoch old: of some none counts any more, and those
      // who report first are not all.
      manager.hears();
    }
    return true;
  }

  /** Ends for good; may be called twice. */
  synchronized void stop() {
    stopped = true;
    if (server != null) {
      server.close();
      server = null;
    }
    pollThreads.shutdownNow();
    journal.unregister();
    guard.close();
  }

  ClusterOrchestratorMetrics journal() {
    return journal;
  }

  ReportExchange manager() {
    return manager;
  }
}
