// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.decision.DecisionStore;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;

/**
 * Keeps the decisions of all features in one kind of daemon, samples of their charted metrics, and
 * the authorizers that know its applications.
 *
 * <p>Thread-safe. A JVM has one for each kind of daemon, so NodeManagers of one JVM, as in
 * MiniYARNCluster, share theirs.
 */
public final class DecisionRegistry {
  /** How long decisions are kept after the end of their application. */
  static final long KEEP_MS = TimeUnit.HOURS.toMillis(1);

  private static final long SWEEP_MS = TimeUnit.SECONDS.toMillis(10);
  private static final String LOG_DIRECTORY = "hadoop.log.dir";

  /** One part in so many of the memory is for decisions that are to be written to the file. */
  private static final int WAITING_PART = 8;

  private static final Map<String, DecisionRegistry> BY_DAEMON = new ConcurrentHashMap<>();

  private final String daemon;
  private final DecisionStore store = new DecisionStore();
  private final List<ApplicationAuthorizer> authorizers = new CopyOnWriteArrayList<>();
  private final Map<DecisionLog, String> open = new HashMap<>();
  private final ChartHistory charts = new ChartHistory();
  private PeriodicTask sweep;

  /** Null if decisions without room in memory are dropped. */
  private DecisionFileStore file;

  private DecisionRegistry(String daemon) {
    this.daemon = daemon;
    store.ownersFrom(this::liveOwner);
  }

  /**
   * Returns the registry of a kind of daemon.
   *
   * @param daemon such as {@code NodeManager}
   */
  public static DecisionRegistry of(String daemon) {
    return BY_DAEMON.computeIfAbsent(daemon, DecisionRegistry::new);
  }

  /** Returns those of all daemons of this JVM, by name. */
  static Collection<DecisionRegistry> all() {
    return new TreeMap<>(BY_DAEMON).values();
  }

  DecisionRecorder newRecorder(String name) {
    return new DecisionRecorder(store, name);
  }

  /** Adds a log whose feature is on or in shadow; does nothing if it was added. */
  synchronized void open(DecisionLog log, String name, Configuration conf) {
    ExplainKeys.Bounds bounds = ExplainKeys.bounds(conf);
    open.put(log, name);
    if (sweep == null) {
      sweep = new PeriodicTask("yarnext-decisions", SWEEP_MS, () -> sweep(nowMs())).start();
    }
    if (bounds != null) {
      keepWithin(bounds);
    }
  }

  private void keepWithin(ExplainKeys.Bounds bounds) {
    long toFile = bounds.file == 0 ? 0 : bounds.memory / WAITING_PART;
    if (file == null && bounds.file > 0) {
      String directory = System.getProperty(LOG_DIRECTORY, System.getProperty("java.io.tmpdir"));
      file = new DecisionFileStore(Paths.get(directory), bounds.file, toFile, sweep::once);
      store.overflowTo(file::newApplication);
    }
    store.limit(bounds.memory - toFile);
  }

  /** Removes a log; with the last one, all decisions go. */
  synchronized void close(DecisionLog log) {
    open.remove(log);
    if (open.isEmpty() && sweep != null) {
      sweep.close();
      sweep = null;
      if (file != null) {
        store.overflowTo(() -> null);
        file.close();
        file = null;
      }
      store.clear();
      charts.clear();
    }
  }

  /**
   * Takes a sample of the charted metrics and drops expired decisions.
   *
   * @param nowMs time of {@link System#nanoTime}, in ms
   */
  void sweep(long nowMs) {
    charts.add(nowMs, openMetrics()); // without a lock: gauges are called
    store.expire(
        nowMs,
        KEEP_MS,
        application ->
            authorizers.stream().anyMatch(authorizer -> authorizer.isRunning(application)));
  }

  private synchronized Collection<FeatureMetrics> openMetrics() {
    return open.keySet().stream().map(DecisionLog::metrics).collect(Collectors.toList());
  }

  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** Writes the samples of the charted metrics, the oldest first. */
  void writeCharts(JsonGenerator json) throws IOException {
    charts.write(json, nowMs());
  }

  /**
   * Adds an authorizer that knows the applications of a daemon, and adds the endpoint of decisions
   * to the daemon's web server if that has not started yet.
   *
   * @param conf the object from which the daemon makes its web server; null if it is not known
   */
  public void authorize(ApplicationAuthorizer authorizer, Configuration conf) {
    authorizers.removeIf(other -> !other.isAlive());
    authorizers.add(authorizer);
    if (conf != null) {
      DecisionsInitializer.addTo(conf);
    }
  }

  private String liveOwner(ApplicationKey application) {
    for (ApplicationAuthorizer authorizer : authorizers) {
      String owner = authorizer.owner(application);
      if (owner != null) {
        return owner;
      }
    }
    return null;
  }

  /** Returns the owner of an application that decisions name; null if not known. */
  String owner(ApplicationKey application) {
    return store.owner(application);
  }

  /**
   * Asks the daemon that knows the application. If none does any more, only its owner may see it:
   * the view ACL is forgotten.
   */
  boolean mayView(
      UserGroupInformation caller, ApplicationKey application, HttpServletRequest request) {
    String owner = owner(application);
    if (owner == null) {
      return false;
    }
    List<ApplicationAuthorizer> knowing =
        authorizers.stream()
            .filter(each -> each.owner(application) != null)
            .collect(Collectors.toList());
    return knowing.isEmpty()
        ? owner.equals(caller.getShortUserName())
        : knowing.stream().allMatch(each -> each.mayView(caller, application, owner, request));
  }

  /** Returns the names of the logs of features that are on or in shadow, sorted. */
  synchronized Collection<String> features() {
    return new TreeSet<>(open.values());
  }

  /** Returns all decisions in memory, newest first. */
  public List<DecisionRecorder.Entry> decisions() {
    return store.all();
  }

  /**
   * Passes the decisions that name an application to a visitor, newest first, until that returns
   * false. May read the file of those that have no room in memory.
   *
   * @param application null for all decisions in memory
   */
  void visit(ApplicationKey application, Predicate<DecisionRecorder.Entry> visitor) {
    if (application != null) {
      store.visit(application, visitor);
      return;
    }
    for (DecisionRecorder.Entry decision : store.all()) {
      if (!visitor.test(decision)) {
        return;
      }
    }
  }

  /** Returns the number of decisions that are no longer kept for lack of room. */
  synchronized long dropped() {
    return store.dropped() + (file == null ? 0 : file.overwritten());
  }

  /** Returns the daemon's name. */
  String daemon() {
    return daemon;
  }
}
