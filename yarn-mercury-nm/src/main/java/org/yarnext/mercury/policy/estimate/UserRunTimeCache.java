// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.yarnext.common.cache.BoundedCache;

/**
 * Remembers how long each user's containers ran and were declared to run, by priority, and decides
 * whether a declared run time counts: not until the user's containers of that priority have ended
 * as declared, whichever application they belonged to. A user may declare anything, and can start a
 * new application or attempt at any time.
 *
 * <p>Runs are weighed by their length, so that many short containers with true declarations do not
 * make up for a few long ones with false declarations. Declarations that are too short, or too
 * long, by the same factor are corrected by it.
 *
 * <p>Bounded: the least recently seen user is forgotten first. Not thread-safe.
 */
public final class UserRunTimeCache {
  /** Maximum number of remembered containers per user and priority. */
  public static final int WINDOW = 32;

  /** Maximum fraction of the work in the window that may be declared wrongly. */
  private static final double MAX_WRONG_WORK = 0.05;

  private static final int MAX_PRIORITIES = 64;

  private final BiPredicate<Long, Long> wrong;
  private final int minRuns;
  private final LinkedHashMap<String, Map<Integer, Deque<Run>>> byUser;

  /** One container that ended. Immutable. */
  public static final class Run {
    private final long ranMs;
    private final Long declaredMs;
    private final boolean complete;

    /**
     * Creates a record.
     *
     * @param ranMs run time, in ms; 0 or more
     * @param declaredMs declared run time, in ms; null if none
     * @param complete whether the container succeeded; otherwise it would have run longer
     */
    public Run(long ranMs, Long declaredMs, boolean complete) {
      this.ranMs = ranMs;
      this.declaredMs = declaredMs;
      this.complete = complete;
    }

    public long ranMs() {
      return ranMs;
    }

    /** Returns the declared run time, in ms; null if none was declared. */
    public Long declaredMs() {
      return declaredMs;
    }

    public boolean complete() {
      return complete;
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param wrong whether a declared run time, the first argument, is too far from a measured one,
   *     both in ms
   * @param minRuns number of containers that must have ended as declared before a declaration
   *     counts; 0 lets it count until it proves wrong
   * @param maxUsers maximum number of remembered users
   */
  public UserRunTimeCache(BiPredicate<Long, Long> wrong, int minRuns, int maxUsers) {
    this.wrong = wrong;
    this.minRuns = minRuns;
    this.byUser = BoundedCache.inOrderOfUse(maxUsers);
  }

  /**
   * Records a container that ended. One that failed only shows that it would have run longer: it
   * counts if it already ran longer than declared.
   */
  public void observe(String user, int priority, Run run) {
    boolean tells = run.complete || (run.declaredMs != null && tooLong(run));
    if (run.ranMs < 0 || !tells) {
      return;
    }
    Map<Integer, Deque<Run>> kinds =
        byUser.computeIfAbsent(Objects.requireNonNull(user), u -> new LinkedHashMap<>());
    Deque<Run> runs = kinds.get(priority);
    if (runs == null) {
      if (kinds.size() >= MAX_PRIORITIES) {
        kinds.remove(kinds.keySet().iterator().next());
      }
      runs = new ArrayDeque<>();
      kinds.put(priority, runs);
    }
    runs.add(run);
    if (runs.size() > WINDOW) {
      runs.remove();
    }
  }

  private boolean tooLong(Run run) {
    return run.ranMs > run.declaredMs && wrong.test(run.declaredMs, run.ranMs);
  }

  /**
   * Returns the estimate to use for a declared run time, in ms.
   *
   * @return null if the declaration does not count
   */
  public Long corrected(String user, int priority, long declaredMs) {
    int declarations = 0;
    double work = 0;
    double wrongWork = 0;
    double declaredWork = 0;
    for (Run run : runs(user, priority)) {
      if (run.declaredMs != null) {
        declarations++;
        work += run.ranMs;
        declaredWork += run.declaredMs;
        wrongWork += wrong.test(run.declaredMs, run.ranMs) ? run.ranMs : 0;
      }
    }
    if (declarations < minRuns || wrongWork > MAX_WRONG_WORK * work) {
      return null;
    }
    return declaredWork > 0 ? Math.round(declaredMs * (work / declaredWork)) : declaredMs;
  }

  /**
   * Returns the mean run time in ms of a user's containers of a priority, else of all priorities;
   * NaN if none is remembered. Failed containers that are remembered count with the time they ran.
   */
  public double meanMs(String user, int priority) {
    double mean = meanMs(runs(user, priority));
    if (!Double.isNaN(mean)) {
      return mean;
    }
    Deque<Run> all = new ArrayDeque<>();
    byUser.getOrDefault(user, Collections.emptyMap()).values().forEach(all::addAll);
    return meanMs(all);
  }

  private static double meanMs(Deque<Run> runs) {
    return runs.stream().mapToLong(Run::ranMs).average().orElse(Double.NaN);
  }

  private Deque<Run> runs(String user, int priority) {
    return byUser
        .getOrDefault(user, Collections.emptyMap())
        .getOrDefault(priority, new ArrayDeque<>());
  }

  /** Receives one remembered container. */
  public interface Visitor {
    void visit(String user, int priority, Run run);
  }

  /**
   * Passes all remembered containers to the visitor, oldest first within each user and priority.
   */
  public void forEach(Visitor visitor) {
    byUser.forEach(
        (user, kinds) ->
            kinds.forEach(
                (priority, runs) -> runs.forEach(run -> visitor.visit(user, priority, run))));
  }
}
