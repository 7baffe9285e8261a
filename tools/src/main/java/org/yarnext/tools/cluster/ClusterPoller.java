// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/**
 * Queries many daemons, a few at a time, and keeps their clients. Reports the progress of long
 * queries. Not thread-safe.
 */
public final class ClusterPoller implements AutoCloseable {
  private static final int THREADS = 16;
  private static final long PROGRESS_MS = 5_000;

  private final DaemonClients clients;
  private final PrintWriter progress;
  private final Map<ClusterDaemon, DaemonClient> byDaemon = new ConcurrentHashMap<>();
  private final ExecutorService threads = DaemonThreadFactory.pool("yarnext-poller", THREADS);

  /**
   * @param progress receives lines about long queries; not null
   */
  public ClusterPoller(DaemonClients clients, PrintWriter progress) {
    this.clients = clients;
    this.progress = progress;
  }

  /** Query of one daemon. */
  @FunctionalInterface
  public interface Question<T> {
    /** Returns the answer; called in several threads. */
    T fetch(ClusterDaemon daemon, DaemonClient client) throws ToolException;
  }

  /** Answers of daemons, and the errors of those that did not answer. Immutable. */
  public static final class Answers<T> {
    private final Map<ClusterDaemon, T> answers = new LinkedHashMap<>();
    private final Map<ClusterDaemon, String> errors = new LinkedHashMap<>();

    /** Returns the answers in the order in which the daemons were given. */
    public Map<ClusterDaemon, T> answers() {
      return answers;
    }

    /** Returns a sentence for each daemon that did not answer. */
    public Map<ClusterDaemon, String> errors() {
      return errors;
    }
  }

  /** Queries all daemons, and waits until each one has answered or timed out. */
  public <T> Answers<T> poll(Collection<ClusterDaemon> daemons, Question<T> question)
      throws InterruptedException {
    long startMs = System.nanoTime() / 1_000_000;
    long[] saidMs = {startMs};
    Map<ClusterDaemon, Future<T>> pending = new LinkedHashMap<>();
    daemons.forEach(
        daemon ->
            pending.put(daemon, threads.submit(() -> question.fetch(daemon, client(daemon)))));
    Answers<T> all = new Answers<>();
    List<ClusterDaemon> waiting = new ArrayList<>(pending.keySet());
    try {
      for (ClusterDaemon daemon : waiting) {
        try {
          all.answers.put(daemon, await(pending, daemon, startMs, saidMs));
        } catch (ExecutionException e) {
          Throwable cause = e.getCause();
          all.errors.put(
              daemon, cause instanceof ToolException ? cause.getMessage() : cause.toString());
        }
      }
    } finally {
      pending.values().forEach(answer -> answer.cancel(true));
    }
    return all;
  }

  private <T> T await(
      Map<ClusterDaemon, Future<T>> pending, ClusterDaemon daemon, long startMs, long[] saidMs)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        return pending.get(daemon).get(PROGRESS_MS / 10, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        long nowMs = System.nanoTime() / 1_000_000;
        if (nowMs - saidMs[0] >= PROGRESS_MS) {
          saidMs[0] = nowMs;
          long done = pending.values().stream().filter(Future::isDone).count();
          long leftMs = done == 0 ? 0 : (nowMs - startMs) * (pending.size() - done) / done;
          progress.println(
              "Asked "
                  + done
                  + " of "
                  + pending.size()
                  + " daemons"
                  + (done == 0 ? "." : ", about " + (leftMs + 999) / 1000 + " s left."));
        }
      }
    }
  }

  private DaemonClient client(ClusterDaemon daemon) throws ToolException {
    DaemonClient known = byDaemon.get(daemon);
    if (known == null) {
      known = clients.of(daemon.address());
      byDaemon.put(daemon, known);
    }
    return known;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
